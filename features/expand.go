package features

import "rummygym/env/card"

// quads has, for four neighbouring cards of which bits 0–3 of the index are the
// low and bits 4–7 the high bits of their counts, the four counts.
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

// putBag writes the copies of each card of a bag into dst, which is zero.
func putBag(dst *[card.NumKinds]float32, b card.Bag) {
	// Naively dst[i] = b.Of(FromIndex(i)). A bag of few cards has only those
	// visited. The others are expanded four cards at a time from a table, in the
	// same time however many they are: the unary counts are made binary, and a
	// nibble of either bit is the index. (BenchmarkEncode; late in a game there
	// are seven bags with some 150 cards.)
	dst[card.Joker.Index()] = float32(b.Jokers)
	if b.Once.Count() <= sparse {
		for cs := b.Once; cs != 0; cs &= cs - 1 {
			c := cs.First()
			dst[c.Index()] = float32(b.Of(c))
		}
		return
	}
	expand((*[numSuited]float32)(dst[:]), uint64(b.Once^b.Twice^b.Thrice), uint64(b.Twice))
}

// putCards writes 1 at each card of a set into dst, which is zero: putBag for
// games with one pack and without printed jokers.
func putCards(dst *[numSuited]float32, cs card.Cards) {
	if cs.Count() > sparse {
		expand(dst, uint64(cs), 0)
		return
	}
	for ; cs != 0; cs &= cs - 1 {
		dst[cs.First().Index()] = 1
	}
}

// numSuited is the number of suited cards.
const numSuited = card.NumSuits * card.NumRanks

// expand writes the counts whose bits are low and high, in lanes as in
// card.Cards. Three copies of 16 bytes and the king make a suit.
func expand(dst *[numSuited]float32, low, high uint64) {
	for s := range card.NumSuits {
		row := (*[card.NumRanks]float32)(dst[s*card.NumRanks:])
		*(*[4]float32)(row[0:]) = quads[low&15|high&15<<4]
		*(*[4]float32)(row[4:]) = quads[low>>4&15|high>>4&15<<4]
		*(*[4]float32)(row[8:]) = quads[low>>8&15|high>>8&15<<4]
		row[card.King] = float32(low>>12&1 + high>>12&1<<1)
		low, high = low>>16, high>>16
	}
}
