package gin

// Phase is what the player to move has to do.
type Phase uint8

// The phases of a hand.
const (
	FirstUpcard   Phase = iota // take the first upcard, or pass
	Draw                       // take the upcard, or draw from the stock
	Discard                    // discard a card; with KnockThenDiscard also knock; show big gin
	KnockOrPass                // with DiscardThenKnock: knock, or pass to go on
	KnockDiscard               // with KnockThenDiscard, or at the wall: discard the card to knock with
	KnockerMelds               // the knocker declares melds one by one, then passes
	DefenderMelds              // the opponent declares melds one by one, then passes
	LayOff                     // the opponent lays off cards one by one, then passes
	Wall                       // with WallKnock: knock with the upcard, or pass
	Over                       // the episode has ended
)

// Episode is what an episode is.
type Episode uint8

// The kinds of episodes.
const (
	Match Episode = iota // hands until a player has Rules.Target points
	Hand                 // one hand; a void hand gains nothing
)

// Starter is who begins the first hand.
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
	DiscardThenKnock KnockOrder = iota // discard, then knock or go on
	KnockThenDiscard                   // knock, then choose the discard (OpenSpiel)
)

// ThrowingBack tells whether the card just taken from the discard pile may be
// discarded in that turn.
type ThrowingBack uint8

// The ways to restrict throwing back.
const (
	ThrowBackForbidden ThrowingBack = iota
	ThrowBackAllowed
)

// Tie is what happens when both have the same deadwood after a knock.
type Tie uint8

// The ways to score a tie.
const (
	TieUndercuts     Tie = iota // the opponent gets the undercut bonus
	TieScoresNothing            // nobody scores (OpenSpiel)
)

// StockEnd is how a hand ends when the stock runs out.
type StockEnd uint8

// The ways in which a stock runs out.
const (
	VoidAtTwo StockEnd = iota // void when a turn would begin with two cards or less
	WallKnock                 // at two cards the mover may knock with the upcard or pass (OpenSpiel)
)

// Repeat is what happens when the same card is taken and thrown back by both
// players in a row.
type Repeat uint8

// The ways to treat repeats.
const (
	RepeatAllowed Repeat = iota
	RepeatEnds           // ends the hand without a score (OpenSpiel)
)

// Melding is who declares melds.
type Melding uint8

// The ways to declare melds.
const (
	AutoMelds   Melding = iota // the rules do: the first best arrangement
	ChosenMelds                // the players do, one meld an action
)

// LayingOff is how the opponent of the knocker lays off.
type LayingOff uint8

// The ways to lay off.
const (
	GreedyLayOffs LayingOff = iota // automatic, meld.AppendLayOffs on the melds declared
	BestLayOffs                    // automatic, with AutoMelds the best joint choice, meld.LayOffBest
	ChosenLayOffs                  // the player does, one card an action
)

// Answer is the order in which the opponent of the knocker melds and lays off.
type Answer uint8

// The orders of the answer to a knock.
const (
	MeldsFirst   Answer = iota // declare melds, then lay off
	LayOffsFirst               // lay off, then declare melds (OpenSpiel)
)

// KnockCard is what sets the most deadwood to knock with.
type KnockCard uint8

// The ways to set the limit.
const (
	FixedLimit KnockCard = iota // Rules.KnockLimit
	Oklahoma                    // the pips of the first upcard; an ace asks for gin
)

// Rules are the options of Gin Rummy (shared rules page "Gin Rummy: the rules and
// the papers' players, made exact"). The zero value is not valid: start from a
// preset and change what you need.
type Rules struct {
	Episode Episode
	Starter Starter

	KnockLimit    int // most deadwood to knock with, in points, in [0, 100]
	GinBonus      int // points for knocking with no deadwood
	BigGinBonus   int // points for 11 cards in melds, shown without a discard; 0: there is no big gin
	UndercutBonus int // points for the opponent of a knocker who has no less deadwood

	Target    int // points that win a match
	GameBonus int // points for winning the match, added to the gain at its end
	BoxBonus  int // points for each hand won, added to the gain at the end of a match
	MaxHands  int // hands, void ones included, after which a match ends; the higher score wins
	MaxTurns  int // turns of a hand after which it is void

	MaxUpcards int // upcards after the first turn at which the hand is void, the last not taken; 0: no limit (OpenSpiel: 50)

	LayOffLimit int // most cards laid off at each end of a run; 0: no limit (OpenSpiel: 2)

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
