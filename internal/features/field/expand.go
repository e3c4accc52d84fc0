package field

import (
	"encoding/binary"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Entry is the type of the entries of an encoded observation.
type Entry interface{ float32 | uint8 | int16 }

// Number returns v, which is not negative, as an entry: 255 in bytes if it is larger.
func Number[T Entry](v int) T {
	if T(2)/T(4) == 0 { // bytes
		v = min(v, 255)
	}
	return T(v)
}

// quads holds the counts of four neighbouring cards: bits 0–3 of the index are the low
// bits of the four counts, bits 4–7 the high bits.
var quads = makeQuads()

func makeQuads() (q [256][4]float32) {
	for i := range q {
		for j := range q[i] {
			q[i][j] = float32(i>>j&1 + i>>(4+j)&1<<1)
		}
	}
	return q
}

// sparse is the number of different cards up to which visiting them one by one
// is faster than expanding all.
const sparse = 6

// Capped returns a bag with at most [card.MaxCopies] printed jokers: no more than copies of another card.
func Capped(b card.Bag) card.Bag {
	b.Jokers = min(b.Jokers, card.MaxCopies)
	return b
}

// PutBag writes the copies of each card of a bag into dst, which is zero.
func PutBag[T Entry](dst *[card.NumKinds]T, b card.Bag) {
	// Naively dst[i] = b.Of(FromIndex(i)). For a bag of few cards only those are
	// visited. Other bags are expanded four cards at a time from a table, in a time
	// that does not depend on the number of cards: the unary counts are made binary,
	// and a nibble of each bit gives the index. (BenchmarkEncode; late in a game there
	// are seven bags with about 150 cards.)
	dst[card.Joker.Index()] = T(b.Jokers)
	if b.Once.Count() <= sparse {
		for cs := b.Once; cs != 0; cs &= cs - 1 {
			c := cs.First()
			dst[c.Index()] = T(b.Of(c))
		}
		return
	}
	expand((*[card.NumSuited]T)(dst[:]), uint64(b.Once^b.Twice^b.Thrice), uint64(b.Twice))
}

// PutCards writes 1 at each card of a set into dst, which is zero. It is PutBag for
// games with one pack and no printed jokers.
func PutCards[T Entry](dst *[card.NumSuited]T, cs card.Cards) {
	if cs.Count() > sparse {
		expand(dst, uint64(cs), 0)
		return
	}
	for ; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = 1
	}
}

// expand writes the counts whose low and high bits are given, in lanes as in
// card.Cards.
func expand[T Entry](dst *[card.NumSuited]T, low, high uint64) {
	switch dst := any(dst).(type) {
	case *[card.NumSuited]float32:
		expandFloats(dst, low, high)
	case *[card.NumSuited]uint8:
		expandBytes(dst, low, high)
	}
}

// expandBytes writes a suit as two words of eight cards, which share three of them.
func expandBytes(dst *[card.NumSuited]uint8, low, high uint64) {
	const shared = card.NumRanks - 8
	for s := range card.NumSuits {
		row := (*[card.NumRanks]uint8)(dst[s*card.NumRanks:])
		binary.LittleEndian.PutUint64(row[0:], game.EightBytes(low)+game.EightBytes(high)<<1)
		binary.LittleEndian.PutUint64(row[shared:], game.EightBytes(low>>shared)+game.EightBytes(high>>shared)<<1)
		low, high = low>>16, high>>16
	}
}

// expandFloats writes a suit as three copies of 16 bytes, and the king.
func expandFloats(dst *[card.NumSuited]float32, low, high uint64) {
	for s := range card.NumSuits {
		row := (*[card.NumRanks]float32)(dst[s*card.NumRanks:])
		*(*[4]float32)(row[0:]) = quads[low&15|high&15<<4]
		*(*[4]float32)(row[4:]) = quads[low>>4&15|high>>4&15<<4]
		*(*[4]float32)(row[8:]) = quads[low>>8&15|high>>8&15<<4]
		row[card.King] = float32(low>>12&1 + high>>12&1<<1)
		low, high = low>>16, high>>16
	}
}
