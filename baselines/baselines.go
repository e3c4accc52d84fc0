// Package baselines holds the rule-based players of the papers. Of paper 000
// ("Quantitative Rule-Based Strategy modeling in Classic Indian Rummy", section
// VII): Random, DefeatSeeking, MinScore, MinDist, MinDistScore and MinDistOpp; and
// two of ours that go beyond it, MinDistOuts and MinDistAvail. For Gin Rummy, of
// papers 001, 003 and 004: see [List].
//
// Start from [New], which makes a player of a game from a text such as
// "min-dist-opp:drop=5", or from [List], which describes them all. Each player
// is also a struct whose exported fields are its options and whose zero value
// is the player as the paper describes it, without drops.
//
// A player sees the observation of its game and the legal actions, nothing else,
// and always returns a legal action, whatever the rules of the table. All chance
// comes from the seed of the last Reset: the same seed and observations give the
// same actions. Players of Indian Rummy other than Random draw nothing at all.
//
// What follows is about Indian Rummy; players of Gin Rummy tell of themselves.
//
// # Declaring
//
// "All players are assumed to declare their hand when they have a declarable
// hand" (section VII). The skilled players lower their MinScore or MinDist to 0
// and so declare whenever that is possible. Random and DefeatSeeking do not
// look for declarations: they choose the card to throw as they always do, and
// declare if the 13 others happen to be one. That is what footnote 4 says of
// DefeatSeeking ("if by the approach … described earlier, transforms the hand
// into a winning hand"), and Random needs it for the paper's 100 rounds against
// itself: where it may finish with any of its 14 cards, 42 % of its games in the
// preset released end before the limit, where it throws at random 10 %, as in
// the authors' table.
//
// # Variants
//
// [Paper] plays what the text of the paper says. [Released] plays what the
// authors' published simulation did where it differs (rules page, "What the
// paper's released simulation did"), so that both tables of win rates can be
// made and the difference explained. Its fault of doubling cards on pile takes
// is not copied: here a card exists once.
//
// # Ties
//
// Where the text leaves a choice between cards open, the dearest one is thrown,
// since it costs most if the opponent declares next; between equally dear cards
// the first one in the order of [card.Card]: clubs to spades, ace to king, then
// printed jokers.
//
// # More than two players
//
// The paper has one opponent. At a larger table the opponent of MinDistOpp
// and of ours is the next player still in the game: only that one may take the discard.
package baselines

import "rummygym/env/game"

// Variant is whose description a player follows.
type Variant uint8

// The variants.
const (
	Paper    Variant = iota // the text of the paper
	Released                // the authors' published program
)

// String returns the value of the option "variant".
func (v Variant) String() string { return game.Word("Variant", v, "paper", "released") }

// Free is which cards of a 14-card hand count as free to throw: those that an
// optimal declaration of the least distance leaves out.
type Free uint8

// The kinds of free cards.
const (
	// FreeOfVariant is AnyDeclaration for Paper, whose text names no search,
	// and FoundDeclaration for Released, since it fits the authors' table
	// better: see TestReleasedTable.
	FreeOfVariant Free = iota

	// AnyDeclaration: a card is free if some optimal declaration leaves it out,
	// that is, if throwing it keeps the least distance.
	AnyDeclaration

	// FoundDeclaration: a card is free if the one declaration leaves it out
	// that the released search finds first: its melds are the first in the
	// order of their cards' positions in the hand, a pure sequence before
	// another sequence before any others. Some 20 times slower.
	FoundDeclaration
)

// String returns the value of the option "free".
func (f Free) String() string { return game.Word("Free", f, "variant", "any", "found") }

// of returns the kind that f means to a player of the variant.
func (f Free) of(v Variant) Free {
	switch {
	case f != FreeOfVariant:
		return f
	case v == Released:
		return FoundDeclaration
	}
	return AnyDeclaration
}
