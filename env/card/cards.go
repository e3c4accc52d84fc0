package card

import (
	"iter"
	"math/bits"
)

// Cards is a set of suited cards in a uint64. Each suit has a lane of 16 bits,
// clubs lowest; within a lane bit r stands for rank r, ace (0) to king (12),
// and bits 13–15 are zero. Therefore a shift by up to three ranks stays within
// its suit, and bit 13 is free to hold a copy of the ace above the king during a
// search for runs (see [Cards.AceHigh]).
//
//	bit  63      48 47      32 31      16 15 13 12       0
//	     [ spades ] [ hearts ] [diamonds] [ 0 ][K Q ... 2 A]  clubs
//
// Printed jokers are never members. The zero value is the empty set.
type Cards uint64

// Lane masks. All holds the 52 suited cards, Aces the four aces.
const (
	All  Cards = 0x1fff_1fff_1fff_1fff
	Aces Cards = 0x0001_0001_0001_0001
)

// OfRank returns the four cards of rank r. OfRank(NoRank) is not zero, but none of
// its bits is a card: intersect it with a set before use.
func OfRank(r Rank) Cards { return Aces << r }

// OfSuit returns the thirteen cards of suit s.
func OfSuit(s Suit) Cards { return 0x1fff << (16 * s) }

// Has reports whether c is in the set. It is false for Joker and None.
func (cs Cards) Has(c Card) bool { return cs>>c&1 != 0 }

// With returns the set with c added. Joker and None add nothing.
func (cs Cards) With(c Card) Cards { return cs | 1<<c }

// Without returns the set with c removed.
func (cs Cards) Without(c Card) Cards { return cs &^ (1 << c) }

// Count returns the number of cards in the set.
func (cs Cards) Count() int { return bits.OnesCount64(uint64(cs)) }

// First returns the lowest card of the set, or Joker if the set is empty.
func (cs Cards) First() Card { return Card(bits.TrailingZeros64(uint64(cs))) }

// Ranks returns the 13 bits of suit s, bit r set if rank r is present.
func (cs Cards) Ranks(s Suit) uint16 { return uint16(cs >> (16 * s)) }

// AceHigh returns the set with every ace copied to bit 13 of its lane, above
// the king. The result is for run arithmetic only; it is not a set of cards.
func (cs Cards) AceHigh() Cards { return cs | cs&Aces<<13 }

// Dense returns the set as 52 bits: bit i is the card whose [Card.Index] is i. These
// are the lanes without their three empty bits.
func (cs Cards) Dense() uint64 {
	const lane = 1<<NumRanks - 1
	x := uint64(cs)
	return x&lane | x>>3&(lane<<13) | x>>6&(lane<<26) | x>>9&(lane<<39)
}

// Each yields the cards of the set in ascending order.
func (cs Cards) Each() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; cs != 0; cs &= cs - 1 {
			if !yield(cs.First()) {
				return
			}
		}
	}
}
