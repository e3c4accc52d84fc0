package meld

import (
	"iter"

	"rummygym/env/card"
)

// MaxMelds is the most disjoint melds that 10 or 11 cards hold.
const MaxMelds = 3

// An Arrangement is up to MaxMelds disjoint melds of Gin Rummy in order; the
// places after the last are zero. Order matters where cards are laid off.
type Arrangement [MaxMelds]card.Cards

// maxHeldMelds is the most melds that 11 cards hold: nine runs of 3, eight of 4
// and so on, if they are consecutive.
const maxHeldMelds = 9 * 10 / 2

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

// AppendBest appends all arrangements of the hand with the least deadwood, in the
// order of the rules page: fewest melds first, then lexicographic by the places
// of the melds in [GinMelds]. A hand that is best without melds has none. The
// hand has at most 11 cards: more could need more than MaxMelds melds.
func AppendBest(dst []Arrangement, hand card.Cards) []Arrangement {
	return appendBest(dst, hand, -1)
}

// Best returns the first best arrangement of the hand, that of [AppendBest], or
// the zero Arrangement if there is none.
func Best(hand card.Cards) Arrangement {
	var first [1]Arrangement
	appendBest(first[:0], hand, 1)
	return first[0]
}

// appendBest appends the first n best arrangements of the hand, all for a
// negative n.
func appendBest(dst []Arrangement, hand card.Cards, n int) []Arrangement {
	saved := PipTotal(hand) - Deadwood(hand)
	if saved == 0 {
		return dst
	}
	var buf [maxHeldMelds]card.Cards
	held := AppendGinMelds(buf[:0], hand)
	for a := range arrangements(held) {
		if PipTotal(a.Cards()) == saved {
			dst = append(dst, a)
			if n--; n == 0 {
				break
			}
		}
	}
	return dst
}

// arrangements yields the arrangements of one meld or more of those held, fewest
// melds first, then in the order of the melds.
func arrangements(held []card.Cards) iter.Seq[Arrangement] {
	return func(yield func(Arrangement) bool) {
		for _, a := range held {
			if !yield(Arrangement{a}) {
				return
			}
		}
		for i, a := range held {
			for _, b := range held[i+1:] {
				if a&b == 0 && !yield(Arrangement{a, b}) {
					return
				}
			}
		}
		for i, a := range held {
			for j, b := range held[i+1:] {
				if a&b != 0 {
					continue
				}
				for _, c := range held[i+j+2:] {
					if (a|b)&c == 0 && !yield(Arrangement{a, b, c}) {
						return
					}
				}
			}
		}
	}
}
