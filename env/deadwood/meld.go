package deadwood

import (
	"slices"

	"rummygym/env/card"
)

// suits is the order of the suits in Gin Rummy: clubs, hearts, spades,
// diamonds, as in the Java framework of the EAAI challenge.
var suits = [card.NumSuits]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}

// melds are all melds in the order of [Melds].
var melds = makeMelds()

func makeMelds() []card.Cards {
	var all []card.Cards
	for _, s := range suits {
		for start := range card.Rank(card.NumRanks) {
			for n := card.Rank(3); start+n <= card.NumRanks; n++ {
				all = append(all, card.Cards(1<<n-1)<<card.New(start, s))
			}
		}
	}
	for r := range card.Rank(card.NumRanks) {
		four := card.OfRank(r)
		for _, s := range suits {
			all = append(all, four&^card.OfSuit(s))
		}
		all = append(all, four)
	}
	return all
}

// Melds returns the 329 melds of Gin Rummy in the order of docs/rules-gin.md:
// runs by suit (clubs, hearts, spades, diamonds), start and length, then sets by
// rank. The sets of a rank are those without clubs, hearts, spades and diamonds, then
// the four-card set. The caller owns the slice.
func Melds() []card.Cards { return slices.Clone(melds) }

// IsMeld reports whether cs is a meld of Gin Rummy.
func IsMeld(cs card.Cards) bool {
	low := cs.First()
	if cs&^card.All != 0 || low >= card.Joker {
		return false
	}
	if cs&^card.OfRank(low.Rank()) == 0 {
		return cs.Count() >= 3
	}
	// Adding one to consecutive bits gives a single carry. Consecutive bits are in
	// one suit, because the suits are not adjacent.
	run := cs >> low
	return run&(run+1) == 0 && run >= 7
}

// Pips returns the points of c outside melds in Gin Rummy: 1 for an ace, the face
// value for 2 to 9, 10 for ten to king, and 0 for any other value.
func Pips(c card.Card) int {
	if c >= card.Joker {
		return 0
	}
	return int(pips[c.Rank()])
}

// pips holds the points by rank. Its length avoids the bounds check.
var pips = [16]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}

// PipTotal returns the pips of all cards of a set.
func PipTotal(cs card.Cards) int {
	// The sum is computed by binary digit, as in setPoints of package meld.
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

// AppendMelds appends the melds that the hand holds, in the order of
// [Melds].
func AppendMelds(dst []card.Cards, hand card.Cards) []card.Cards {
	for _, s := range suits {
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
		for _, s := range suits {
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
