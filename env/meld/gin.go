package meld

import (
	"slices"

	"rummygym/env/card"
)

// Gin Rummy: melds have no jokers, an ace is low only, and a hand is a
// card.Cards, since there is one pack. Runs are 3 or more consecutive ranks of a
// suit, sets 3 or 4 cards of a rank; there are 329 melds in all.

// MaxMelds is the most disjoint melds that 10 or 11 cards hold.
const MaxMelds = 3

// An Arrangement is up to MaxMelds disjoint melds of Gin Rummy in order; the
// places after the last are zero. Order matters where cards are laid off.
type Arrangement [MaxMelds]card.Cards

// Len returns the number of melds.
func (a Arrangement) Len() int {
	n := 0
	for n < MaxMelds && a[n] != 0 {
		n++
	}
	return n
}

// Cards returns all cards of the melds.
func (a Arrangement) Cards() card.Cards { return a[0] | a[1] | a[2] }

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

// Deadwood returns the least points that the hand counts in Gin Rummy, over all
// choices of disjoint melds.
func Deadwood(hand card.Cards) int {
	least := PipTotal(hand)
	for i, m := range ginMelds {
		if m&^hand == 0 {
			least = min(least, deadwoodFrom(hand&^m, i+1))
		}
	}
	return least
}

func deadwoodFrom(hand card.Cards, from int) int {
	least := PipTotal(hand)
	for i := from; i < len(ginMelds); i++ {
		if m := ginMelds[i]; m&^hand == 0 {
			least = min(least, deadwoodFrom(hand&^m, i+1))
		}
	}
	return least
}

// DeadwoodDiscards sets dst[c.Index()] to the Deadwood of the hand without c for
// each card c of the hand, in [0, 100], and all other entries to -1. It returns
// the least of them.
func DeadwoodDiscards(dst *[card.NumKinds]int8, hand card.Cards) int {
	for i := range dst {
		dst[i] = -1
	}
	least := 127
	for c := range hand.Each() {
		d := Deadwood(hand.Without(c))
		dst[c.Index()] = int8(d)
		least = min(least, d)
	}
	return least
}

// AppendGinMelds appends the melds that the hand holds, in the order of
// [GinMelds].
func AppendGinMelds(dst []card.Cards, hand card.Cards) []card.Cards {
	for _, m := range ginMelds {
		if m&^hand == 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

// AppendBest appends all arrangements of the hand with the least deadwood, in the
// order of the rules page: fewest melds first, then lexicographic by the places
// of the melds in [GinMelds]. A hand that is best without melds has none.
func AppendBest(dst []Arrangement, hand card.Cards) []Arrangement {
	panic("TODO")
}

// Best returns the first best arrangement of the hand, that of [AppendBest], or
// the zero Arrangement if there is none.
func Best(hand card.Cards) Arrangement { panic("TODO") }

// A LayOff is a card laid off onto a meld of the knocker.
type LayOff struct {
	Card card.Card
	Onto int // place of the meld in the knocker's arrangement
}

// AppendLayOffs appends the lay-offs of the framework of papers 001, 003 and 004:
// greedy over the unmelded cards in ascending order (suits clubs, hearts, spades,
// diamonds, ace to king), each onto the first meld, in the order declared, that
// it extends, beginning again with the first card after each success.
func AppendLayOffs(dst []LayOff, unmelded card.Cards, knocker Arrangement) []LayOff {
	panic("TODO")
}

// LayOffBest returns the melds of the hand and the cards of it laid off onto the
// knocker's melds that together leave the least deadwood. Among equals it is the
// one with the fewest cards laid off, then the first in the order of
// [AppendBest].
func LayOffBest(hand card.Cards, knocker Arrangement) (melds Arrangement, laidOff card.Cards) {
	panic("TODO")
}
