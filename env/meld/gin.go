package meld

import (
	"slices"

	"rummygym/env/card"
)

// Gin Rummy: melds have no jokers, an ace is low only, and a hand is a
// card.Cards, since there is one pack. Runs are 3 or more consecutive ranks of a
// suit, sets 3 or 4 cards of a rank; there are 329 melds in all.

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
func IsGinMeld(cs card.Cards) bool { return slices.Contains(ginMelds, cs) }

// Pips returns what c counts in Gin Rummy when it lies in no meld: 1 for an ace,
// face value up to 9, 10 for ten to king, and 0 for what is no suited card.
func Pips(c card.Card) int {
	if c >= card.Joker {
		return 0
	}
	return min(int(c.Rank())+1, 10)
}

// PipTotal returns the pips of all cards of a set.
func PipTotal(cs card.Cards) int {
	t := 0
	for c := range cs.Each() {
		t += Pips(c)
	}
	return t
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

// threes returns the ranks of which the hand has three cards or four, as cards
// of the lowest lane.
func threes(hand card.Cards) card.Cards {
	c, d, h, s := hand, hand>>16, hand>>32, hand>>48
	return (c&d&(h|s) | h&s&(c|d)) & card.OfSuit(card.Clubs)
}
