// Package meld groups cards into melds for Indian Rummy: the kind of a group of cards,
// the minimum score of a hand, and a grouping that reaches it. The melds of Gin Rummy
// are in package deadwood.
//
// Start from [MinScore], the minimum score of a hand under the rules of
// saha2025mindist, sections II and IV.A. [Group] also returns the melds, and [Judge]
// checks a declaration:
//
//	cards -- Classify --> Kind of one group
//	hand  -- MinScore --> points; MinScoreDiscards: after each discard
//	      -- Group -----> melds, deadwood and the card to discard
//	      -- CanDeclare, Declarable --> whether, and with which cards, a hand can finish
//
// The methods of [Rules] answer the same questions for other parameters (section V of
// the paper): the sequences demanded, the cap, the minimum length of a meld, the size
// of the hand. The functions without Rules are for [Default] and are much faster. A
// hand is a [card.Bag], so hands from decks of up to three packs are counted copy by
// copy. Throughout, wild is the rank whose cards are jokers besides the printed ones,
// or card.NoRank if there is none.
//
// The functions that return scores do not allocate. All functions are safe for
// concurrent use. The turns of the game are in env/indian, distances to a declaration
// in features/mindist.
package meld

import "rummygym/env/card"

// Cap is the maximum cost of a hand at the end of a game, in points.
const Cap = 80

// Kind is the kind of a group of cards. The kinds are in ascending order of their
// value for a declaration: a group that fits two kinds has the higher one.
type Kind uint8

// The kinds of groups.
const (
	Invalid      Kind = iota // not a meld
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

// A Meld is a group of cards with its kind. The cards of a sequence are in order,
// each joker in the place of the card that it stands for.
type Meld struct {
	Kind  Kind
	Cards []card.Card
}

// MaxPoints is the maximum number of points of one card.
const MaxPoints = 10

// Points returns the points of c outside melds, in [0, 10]: the face value for 2
// to 10, 10 for A, J, Q and K, and 0 for the printed joker, for cards of the wild
// rank and for card.None.
func Points(c card.Card, wild card.Rank) int {
	if c >= card.Joker || c.Rank() == wild {
		return 0
	}
	return int(rankPoints[c.Rank()&15])
}

// rankPoints holds the points of a card of each rank. Its length avoids the bounds
// check of indices that are masked to four bits.
var rankPoints = [16]uint8{10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}

// Total returns the points of all cards of the hand, which is the score of a hand
// without melds.
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
	// The simple form is a sum over the cards. Here the points, all in [2, 10], are
	// summed by binary digit: mask k holds the cards whose points have digit k.
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
