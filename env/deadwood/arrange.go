package deadwood

import (
	"iter"

	"rummygym/env/card"
)

// Max is an upper bound of the deadwood of a hand of ten cards, in points.
const Max = 100

// MaxMelds is the maximum number of disjoint melds of 10 or 11 cards.
const MaxMelds = 3

// An Arrangement is a list of up to MaxMelds disjoint melds of Gin Rummy; the
// entries after the last meld are zero. The order matters for lay-offs.
type Arrangement [MaxMelds]card.Cards

// maxHeldMelds is the maximum number of melds in 11 cards: nine runs of 3, eight of
// 4 and so on, if the cards are consecutive.
const maxHeldMelds = 9 * 10 / 2

// Len returns the number of melds.
func (a Arrangement) Len() int {
	n := 0
	for n < MaxMelds && a[n] != 0 {
		n++
	}
	return n
}

// Cards returns the cards of all melds.
func (a Arrangement) Cards() card.Cards { return a[0] | a[1] | a[2] }

// AppendBest appends all arrangements of the hand with minimum deadwood, in the
// order of docs/rules-gin.md: fewest melds first, then lexicographically by the
// positions of the melds in [Melds]. It appends none for a hand without melds. The
// hand has at most 11 cards; more could need more than MaxMelds melds.
func AppendBest(dst []Arrangement, hand card.Cards) []Arrangement {
	return appendBest(dst, hand, -1)
}

// Best returns the first arrangement of [AppendBest], or the zero Arrangement if
// there is none.
func Best(hand card.Cards) Arrangement {
	var first [1]Arrangement
	appendBest(first[:0], hand, 1)
	return first[0]
}

// appendBest appends the first n best arrangements of the hand, or all if n is
// negative.
func appendBest(dst []Arrangement, hand card.Cards, n int) []Arrangement {
	saved := PipTotal(hand) - Of(hand)
	if saved == 0 {
		return dst
	}
	var buf [maxHeldMelds]card.Cards
	held := AppendMelds(buf[:0], hand)
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

// arrangements yields the arrangements of one or more of the melds in held, fewest
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
