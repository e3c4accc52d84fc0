package gin

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/internal/options"
)

// Phase is the kind of action that the player to move has to take.
type Phase uint8

// The phases of a hand.
const (
	FirstUpcard   Phase = iota // take the first upcard, or pass
	Draw                       // take the upcard, or draw from the stock
	Discard                    // discard a card; with KnockThenDiscard also knock; show big gin
	KnockOrPass                // with DiscardThenKnock: knock, or pass to continue
	KnockDiscard               // with KnockThenDiscard, or at the wall: discard the card to knock with
	KnockerMelds               // the knocker declares melds one by one, then passes
	DefenderMelds              // the opponent declares melds one by one, then passes
	LayOff                     // the opponent lays off cards one by one, then passes
	Wall                       // with WallKnock: knock with the upcard, or pass
	Over                       // the hand has ended
)

// String returns the phase in words, such as first-upcard.
func (p Phase) String() string {
	return options.Word("Phase", p, "first-upcard", "draw", "discard", "knock-or-pass", "knock-discard",
		"knocker-melds", "defender-melds", "lay-off", "wall", "over")
}

// Starter is which seat starts the hand, and in a match the first hand.
type Starter uint8

// The ways to choose the first starter.
const (
	RandomStarter Starter = iota // by the key of the deal
	FirstSeat                    // seat 0
	SecondSeat                   // seat 1
)

// KnockOrder is when a player knocks.
type KnockOrder uint8

// The orders of knocking.
const (
	DiscardThenKnock KnockOrder = iota // discard, then knock or continue
	KnockThenDiscard                   // knock, then choose the discard (OpenSpiel)
)

// ThrowingBack is whether the card just taken from the discard pile may be discarded in
// the same turn.
type ThrowingBack uint8

// The values of ThrowingBack.
const (
	ThrowBackForbidden ThrowingBack = iota
	ThrowBackAllowed
)

// Tie is how a hand is scored if both players have the same deadwood after a knock.
type Tie uint8

// The ways to score a tie.
const (
	TieUndercuts     Tie = iota // the opponent gets the undercut bonus
	TieScoresNothing            // no player scores (OpenSpiel)
)

// StockEnd is how a hand ends when the stock runs out.
type StockEnd uint8

// The ways in which a stock runs out.
const (
	VoidAtTwo     StockEnd = iota // void if a turn would begin with two cards or fewer
	WallKnock                     // at two cards the player to move may knock with the upcard or pass (OpenSpiel)
	VoidWhenEmpty                 // void if a turn would begin without a card
)

// Repeat is what happens if both players take and discard the same card in consecutive
// turns.
type Repeat uint8

// The ways to treat repeats.
const (
	RepeatAllowed Repeat = iota
	RepeatEnds           // the hand ends without a score (OpenSpiel)
)

// Melding is whether the rules or the players declare melds.
type Melding uint8

// The ways to declare melds.
const (
	AutoMelds   Melding = iota // the rules declare the first best arrangement
	ChosenMelds                // the players declare, one meld per action
)

// LayingOff is how the opponent of the knocker lays off.
type LayingOff uint8

// The ways to lay off.
const (
	GreedyLayOffs LayingOff = iota // automatic: deadwood.AppendLayOffs onto the declared melds
	BestLayOffs                    // automatic: with AutoMelds the best choice of melds and lay-offs, deadwood.LayOffBest
	ChosenLayOffs                  // the player lays off, one card per action
)

// Answer is the order in which the opponent of the knocker melds and lays off.
type Answer uint8

// The orders of the answer to a knock.
const (
	MeldsFirst   Answer = iota // declare melds, then lay off
	LayOffsFirst               // lay off, then declare melds (OpenSpiel)
)

// KnockCard is what determines the maximum deadwood for a knock.
type KnockCard uint8

// The ways to set the limit.
const (
	FixedLimit KnockCard = iota // Rules.KnockLimit
	Oklahoma                    // the points of the first upcard; an ace demands gin
)

// Rules are the options of Gin Rummy (docs/rules-gin.md). The zero value is not
// valid: start from a preset and change what you need.
type Rules struct {
	Starter Starter

	Ranks    int // number of ranks of the pack, the ace and those above it, in [3, 13]
	Suits    int // number of suits of the pack, from clubs up, in [1, 4]
	HandSize int // number of cards of a hand between turns, in [3, MaxHand]

	KnockLimit    int // maximum deadwood for a knock, in points, in [0, 100]
	GinBonus      int // points for a knock without deadwood
	BigGinBonus   int // points for showing all cards in melds after the draw, without a discard; 0: there is no big gin
	UndercutBonus int // points for an undercut: the knocker does not have less deadwood than the opponent

	MaxTurns int // number of turns after which a hand is void

	MaxUpcards int // number of upcards after the first turn at which the hand is void; the last is not taken; 0: no limit (OpenSpiel: 50)

	LayOffLimit int // maximum number of lay-offs at each end of a run; 0: no limit (OpenSpiel: 2)

	KnockCard    KnockCard
	KnockOrder   KnockOrder
	ThrowingBack ThrowingBack
	Tie          Tie
	StockEnd     StockEnd
	Repeat       Repeat
	Melding      Melding
	LayingOff    LayingOff
	Answer       Answer
}

// The limits of [Rules].
const (
	// MaxHand is the maximum number of cards of a hand between turns, that of the full game.
	MaxHand = 10

	minHand  = 3
	minRanks = 3 // those of a run

	maxPoints = 1000
	maxTurns  = 250
)

// Options returns the options of r in the order of the fields of the struct, with their bounds. They read and
// set r. Their names and words are those of the CLI, of datasets and of Python.
func (r *Rules) Options() options.List {
	return options.List{
		options.Choice("starter", "which seat starts the hand, and in a match the first hand", &r.Starter, "random", "first-seat", "second-seat"),
		options.Number("ranks", "number of ranks of the pack, from the ace up", &r.Ranks, minRanks, card.NumRanks),
		options.Number("suits", "number of suits of the pack, in the order clubs, diamonds, hearts, spades", &r.Suits, 1, card.NumSuits),
		options.Number("hand-size", "number of cards dealt to each player", &r.HandSize, minHand, MaxHand),
		options.Number("knock-limit", "maximum deadwood for a knock, in points", &r.KnockLimit, 0, 100),
		options.Number("gin-bonus", "points for a knock without deadwood", &r.GinBonus, 0, maxPoints),
		options.Number("big-gin-bonus", "points for showing all cards in melds after the draw, without a discard; 0: there is no big gin", &r.BigGinBonus, 0, maxPoints),
		options.Number("undercut-bonus", "points for an undercut: the knocker does not have less deadwood than the opponent", &r.UndercutBonus, 0, maxPoints),
		options.Number("max-turns", "number of turns after which a hand is void", &r.MaxTurns, 1, maxTurns),
		options.Number("max-upcards", "number of upcards, after the first turn, that makes a hand void; the last is not taken; 0: no limit", &r.MaxUpcards, 0, maxTurns),
		options.Number("lay-off-limit", "maximum number of lay-offs at each end of a run; 0: no limit", &r.LayOffLimit, 0, MaxHand),
		options.Choice("knock-card", "what determines the maximum deadwood for a knock: --knock-limit, or the first upcard", &r.KnockCard, "fixed", "oklahoma"),
		options.Choice("knock-order", "order of knock and discard", &r.KnockOrder, "discard-then-knock", "knock-then-discard"),
		options.Choice("throwing-back", "whether the card just taken from the pile may be discarded in the same turn", &r.ThrowingBack, "forbidden", "allowed"),
		options.Choice("tie", "how equal deadwood after a knock is scored", &r.Tie, "undercuts", "scores-nothing"),
		options.Choice("stock-end", "how a hand ends when the stock runs out: void at two cards; at two cards, after a last chance to knock with the upcard; or void when the stock is empty",
			&r.StockEnd, "void-at-two", "wall-knock", "void-when-empty"),
		options.Choice("repeat", "whether the hand continues or ends when both players take and discard the same card in consecutive turns", &r.Repeat, "allowed", "ends"),
		options.Choice("melding", "who declares melds: the rules declare the best ones, or the players choose them one by one", &r.Melding, "auto", "chosen"),
		options.Choice("laying-off", "how the opponent of the knocker lays off: automatically (greedy or best), or card by card (chosen)", &r.LayingOff, "greedy", "best", "chosen"),
		options.Choice("answer", "what the opponent of the knocker does first", &r.Answer, "melds-first", "lay-offs-first"),
	}
}

// MarshalJSON returns a JSON object of the options by name, as in datasets and in the
// output of "rummygym rules --format json".
func (r Rules) MarshalJSON() ([]byte, error) { return r.Options().MarshalJSON() }

// UnmarshalJSON sets the options that a JSON object names, see [options.Unmarshal].
func (r *Rules) UnmarshalJSON(data []byte) error { return options.Unmarshal(r, data) }

// Validate returns an error that names the first option out of range, or nil.
func (r Rules) Validate() error {
	all := r.Options()
	if err := all.Validate("gin"); err != nil {
		return err
	}
	word := func(name string) string { return all.Find(name).String() }
	// A starter who must draw from the stock needs a card that may be drawn.
	needs := seats*r.HandSize + 1 + r.stockLeft() + 1
	switch {
	case r.DeckSize() < needs:
		return fmt.Errorf("gin: options ranks %d and suits %d make a deck of %d cards, and hand-size %d with stock-end %s needs %d: want more ranks or suits, or a smaller hand-size",
			r.Ranks, r.Suits, r.DeckSize(), r.HandSize, word("stock-end"), needs)
	case r.LayingOff != ChosenLayOffs && r.Answer == LayOffsFirst:
		return fmt.Errorf("gin: option answer is %s, and laying-off %s comes after the melds: want laying-off chosen", word("answer"), word("laying-off"))
	case r.LayingOff != ChosenLayOffs && r.LayOffLimit != 0:
		return fmt.Errorf("gin: option lay-off-limit is %d, and laying-off %s has no limit: want laying-off chosen", r.LayOffLimit, word("laying-off"))
	}
	return nil
}

// AnyStarter returns the rules r with a random starter. The states that [State.Determinize] sets have these rules.
func (r Rules) AnyStarter() Rules {
	r.Starter = RandomStarter
	return r
}

// Pack returns the cards that are played with.
func (r *Rules) Pack() card.Cards { return card.Pack(r.Ranks, r.Suits) }

// DeckSize returns the number of cards that are played with.
func (r *Rules) DeckSize() int { return r.Ranks * r.Suits }

// stockLeft returns the number of cards of the stock that are never drawn.
func (r *Rules) stockLeft() int {
	if r.StockEnd == VoidWhenEmpty {
		return 0
	}
	return 2
}
