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
	// nibble of either bit is the index. Three copies of 16 bytes and the king
	// make a suit. (BenchmarkEncode; late in a game there are seven bags with
	// some 150 cards.)
	dst[card.Joker.Index()] = float32(b.Jokers)
	if b.Once.Count() <= sparse {
		for cs := b.Once; cs != 0; cs &= cs - 1 {
			c := cs.First()
			dst[c.Index()] = float32(b.Of(c))
		}
		return
	}
	low, high := uint64(b.Once^b.Twice^b.Thrice), uint64(b.Twice)
	for s := range card.NumSuits {
		row := (*[card.NumRanks]float32)(dst[s*card.NumRanks:])
		*(*[4]float32)(row[0:]) = quads[low&15|high&15<<4]
		*(*[4]float32)(row[4:]) = quads[low>>4&15|high>>4&15<<4]
		*(*[4]float32)(row[8:]) = quads[low>>8&15|high>>8&15<<4]
		row[card.King] = float32(low>>12&1 + high>>12&1<<1)
		low, high = low>>16, high>>16
	}
}
