// Package meld groups cards into melds: which groups are melds and of what
// kind, the least points a hand can be counted at, and the grouping that reaches
// it, for Indian Rummy and for Gin Rummy.
//
// For Indian Rummy start from [MinScore], which answers for the rules of paper 000
// (Quantitative Rule-Based Strategy modeling in Classic Indian Rummy: A Metric
// Optimization Approach), sections II and IV.A, from [Group], which also says how
// the cards lie, and from [Judge] for the validity of a declaration. [Rules] has
// the same questions with the paper's parameters (section V): which sequences are
// demanded, the cap, the least length of a meld, the size of the hand. The
// functions without Rules answer for [Default] and are the fast ones. A hand is a
// [card.Bag], so hands from decks of up to three packs are counted copy by copy.
// Throughout, wild is the rank whose cards are jokers besides the printed ones, or
// card.NoRank if there is none.
//
// For Gin Rummy start from [Deadwood] and [DeadwoodDiscards]; [Best] says how the
// cards lie as an [Arrangement], [AppendLayOffs] and [LayOffBest] what a knock lets
// the opponent lay off. There is one pack and no joker, so a hand is a [card.Cards].
// The order of suits, where one matters, is clubs, hearts, spades, diamonds, as in
// the framework of papers 001, 003 and 004, and not that of package card.
//
// Scores, deadwood and all that appends to a slice with room in it allocate
// nothing. All functions are safe for concurrent use. The package does not know
// the games' turns, nor distances to a declaration; those are in env/indian,
// env/gin and features.
package meld

import "rummygym/env/card"

// Cap is the most points a hand costs at the end of a game.
const Cap = 80

// Kind is what a group of cards is. The kinds are ordered by what they are
// worth to a declarer: a group that can be read in two ways is of the greater
// kind.
type Kind uint8

// The kinds of groups.
const (
	Invalid      Kind = iota // no meld
	Set                      // cards of one rank in different suits, with at least one joker
	PureSet                  // 3 or 4 cards of one rank in different suits
	Sequence                 // consecutive ranks of one suit with at least one joker, or jokers alone
	PureSequence             // consecutive ranks of one suit, each card in its own place
)

var kindNames = [...]string{"invalid", "set", "pure set", "sequence", "pure sequence"}

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown kind"
}

// IsSequence reports whether k is a pure or impure sequence.
func (k Kind) IsSequence() bool { return k == Sequence || k == PureSequence }

// A Meld is a group of cards with its kind. The cards of a sequence stand in
// their places, a joker where the card is missing that it stands for.
type Meld struct {
	Kind  Kind
	Cards []card.Card
}

// Points returns what c counts when it lies in no meld, in [0, 10]: its face
// value for 2 to 10, 10 for A, J, Q and K, and 0 for the printed joker, for
// cards of the wild rank and for card.None.
func Points(c card.Card, wild card.Rank) int {
	if c >= card.Joker || c.Rank() == wild {
		return 0
	}
	return int(rankPoints[c.Rank()&15])
}

// rankPoints is what a card of each rank counts. Its length spares the bounds
// check of indices that are masked to four bits.
var rankPoints = [16]uint8{10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}

// Total returns the points of all cards of the hand together, the score of a
// hand without melds.
func Total(hand card.Bag, wild card.Rank) int {
	natural := ^card.OfRank(wild)
	t := setPoints(hand.Once & natural)
	if hand.Twice != 0 {
		t += setPoints(hand.Twice&natural) + setPoints(hand.Thrice&natural)
	}
	return t
}

// setPoints returns the points of all cards of a set, none of them wild.
func setPoints(cs card.Cards) int {
	// Naively a sum over the cards. Instead the points, all in [2, 10], are
	// summed digit by digit of their binary form: mask k holds the cards whose
	// points have binary digit k.
	return (cs & pointDigits[0]).Count() + (cs&pointDigits[1]).Count()*2 +
		(cs&pointDigits[2]).Count()*4 + (cs&pointDigits[3]).Count()*8
}

// pointDigits are the masks of [setPoints]: by rank, K Q J T 9 8 7 6 5 4 3 2 A.
var pointDigits = [4]card.Cards{
	card.Aces * 0b0_0001_0101_0100,
	card.Aces * 0b1_1110_0110_0111,
	card.Aces * 0b0_0000_0111_1000,
	card.Aces * 0b1_1111_1000_0001,
}
