package gin

import (
	"fmt"

	"rummygym/env/card"
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
	Over                       // the episode has ended
)

// Episode is the extent of an episode.
type Episode uint8

// The kinds of episodes.
const (
	Match Episode = iota // hands until a player has Rules.Target points
	Hand                 // one hand; the gains of a void hand are 0
)

// Starter is which seat starts the first hand.
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
	Episode Episode
	Starter Starter

	Ranks    int // number of ranks of the pack, the ace and those above it, in [3, 13]
	Suits    int // number of suits of the pack, from clubs up, in [1, 4]
	HandSize int // number of cards of a hand between turns, in [3, MaxHand]

	KnockLimit    int // maximum deadwood for a knock, in points, in [0, 100]
	GinBonus      int // points for a knock without deadwood
	BigGinBonus   int // points for showing all cards in melds after the draw, without a discard; 0: there is no big gin
	UndercutBonus int // points for an undercut: the knocker does not have less deadwood than the opponent

	Target    int // points that win a match
	GameBonus int // points for the player who reaches Target, added to the gain at the end of the match
	BoxBonus  int // points for each hand won, added to the gain at the end of a match
	MaxHands  int // number of hands, void hands included, after which a match ends; the higher score wins
	MaxTurns  int // number of turns after which a hand is void

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
	maxTarget = 100_000
	maxHands  = 100_000
	maxTurns  = 250
)

// Validate returns an error that names the first option out of range, or nil.
func (r Rules) Validate() error {
	for _, f := range []struct {
		name      string
		value     int
		low, high int
	}{
		{"episode", int(r.Episode), 0, int(Hand)},
		{"starter", int(r.Starter), 0, int(SecondSeat)},
		{"ranks", r.Ranks, minRanks, card.NumRanks},
		{"suits", r.Suits, 1, card.NumSuits},
		{"hand-size", r.HandSize, minHand, MaxHand},
		{"knock-limit", r.KnockLimit, 0, 100},
		{"gin-bonus", r.GinBonus, 0, maxPoints},
		{"big-gin-bonus", r.BigGinBonus, 0, maxPoints},
		{"undercut-bonus", r.UndercutBonus, 0, maxPoints},
		{"target", r.Target, 1, maxTarget},
		{"game-bonus", r.GameBonus, 0, maxPoints},
		{"box-bonus", r.BoxBonus, 0, maxPoints},
		{"max-hands", r.MaxHands, 1, maxHands},
		{"max-turns", r.MaxTurns, 1, maxTurns},
		{"max-upcards", r.MaxUpcards, 0, maxTurns},
		{"lay-off-limit", r.LayOffLimit, 0, 10},
		{"knock-card", int(r.KnockCard), 0, int(Oklahoma)},
		{"knock-order", int(r.KnockOrder), 0, int(KnockThenDiscard)},
		{"throwing-back", int(r.ThrowingBack), 0, int(ThrowBackAllowed)},
		{"tie", int(r.Tie), 0, int(TieScoresNothing)},
		{"stock-end", int(r.StockEnd), 0, int(VoidWhenEmpty)},
		{"repeat", int(r.Repeat), 0, int(RepeatEnds)},
		{"melding", int(r.Melding), 0, int(ChosenMelds)},
		{"laying-off", int(r.LayingOff), 0, int(ChosenLayOffs)},
		{"answer", int(r.Answer), 0, int(LayOffsFirst)},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("gin: option %s is %d: want %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	// A starter who must draw from the stock needs a card that may be drawn.
	needs := seats*r.HandSize + 1 + r.stockLeft() + 1
	switch {
	case r.DeckSize() < needs:
		return fmt.Errorf("gin: options ranks %d and suits %d make a deck of %d cards, and hand-size %d with stock-end %v needs %d: want more ranks or suits, or a smaller hand-size",
			r.Ranks, r.Suits, r.DeckSize(), r.HandSize, r.StockEnd, needs)
	case r.LayingOff != ChosenLayOffs && r.Answer == LayOffsFirst:
		return fmt.Errorf("gin: option answer is %v, and laying-off %v comes after the melds: want laying-off %v", r.Answer, r.LayingOff, ChosenLayOffs)
	case r.LayingOff != ChosenLayOffs && r.LayOffLimit != 0:
		return fmt.Errorf("gin: option lay-off-limit is %d, and laying-off %v has no limit: want laying-off %v", r.LayOffLimit, r.LayingOff, ChosenLayOffs)
	}
	return nil
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
