package meld

import (
	"slices"

	"rummygym/env/card"
)

// ginSuits is the order of the suits in Gin Rummy: clubs, hearts, spades,
// diamonds, as in the framework of papers 001, 003 and 004.
var ginSuits = [card.NumSuits]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}

// ginMelds are all melds in the order of [GinMelds].
var ginMelds = makeGinMelds()

func makeGinMelds() []card.Cards {
	var all []card.Cards
	for _, s := range ginSuits {
		for start := range card.Rank(card.NumRanks) {
			for n := card.Rank(3); start+n <= card.NumRanks; n++ {
				all = append(all, card.Cards(1<<n-1)<<card.New(start, s))
			}
		}
	}
	for r := range card.Rank(card.NumRanks) {
		four := card.OfRank(r)
		for _, s := range ginSuits {
			all = append(all, four&^card.OfSuit(s))
		}
		all = append(all, four)
	}
	return all
}

// GinMelds returns the 329 melds of Gin Rummy in the order of the rules page:
// runs by suit (clubs, hearts, spades, diamonds), start and length, then sets by
// rank, the three-card sets without clubs, hearts, spades, diamonds before the
// four. The slice is the caller's.
func GinMelds() []card.Cards { return slices.Clone(ginMelds) }

// IsGinMeld reports whether cs is a meld of Gin Rummy.
func IsGinMeld(cs card.Cards) bool {
	low := cs.First()
	if cs&^card.All != 0 || low >= card.Joker {
		return false
	}
	if cs&^card.OfRank(low.Rank()) == 0 {
		return cs.Count() >= 3
	}
	// Consecutive bits from the lowest on end in a single carry. They lie in one
	// suit, because the suits are not adjacent.
	run := cs >> low
	return run&(run+1) == 0 && run >= 7
}

// Pips returns what c counts in Gin Rummy when it lies in no meld: 1 for an ace,
// face value up to 9, 10 for ten to king, and 0 for what is no suited card.
func Pips(c card.Card) int {
	if c >= card.Joker {
		return 0
	}
	return int(pips[c.Rank()])
}

// pips are the points by rank. Its length spares the bounds check.
var pips = [16]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}

// PipTotal returns the pips of all cards of a set.
func PipTotal(cs card.Cards) int {
	// Added up digit by digit of their binary form, as in setPoints.
	return (cs & pipDigits[0]).Count() + (cs&pipDigits[1]).Count()*2 +
		(cs&pipDigits[2]).Count()*4 + (cs&pipDigits[3]).Count()*8
}

// pipDigits are the masks of [PipTotal]: mask k holds the cards whose pips have
// binary digit k; by rank, K Q J T 9 8 7 6 5 4 3 2 A.
var pipDigits = [4]card.Cards{
	card.Aces * 0b0_0001_0101_0101,
	card.Aces * 0b1_1110_0110_0110,
	card.Aces * 0b0_0000_0111_1000,
	card.Aces * 0b1_1111_1000_0000,
}

// AppendGinMelds appends the melds that the hand holds, in the order of
// [GinMelds].
func AppendGinMelds(dst []card.Cards, hand card.Cards) []card.Cards {
	for _, s := range ginSuits {
		ranks := hand & card.OfSuit(s)
		for starts := ranks & (ranks >> 1) & (ranks >> 2); starts != 0; starts &= starts - 1 {
			first := starts & -starts
			run := first * 7
			for last := first << 2; ranks&last != 0; last <<= 1 {
				run |= last
				dst = append(dst, run)
			}
		}
	}
	for ranks := threes(hand); ranks != 0; ranks &= ranks - 1 {
		four := card.OfRank(ranks.First().Rank())
		for _, s := range ginSuits {
			if three := four &^ card.OfSuit(s); three&^hand == 0 {
				dst = append(dst, three)
			}
		}
		if four&^hand == 0 {
			dst = append(dst, four)
		}
	}
	return dst
}
