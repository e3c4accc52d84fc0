package indian

import (
	"math/bits"
	"math/rand/v2"

	"rummygym/env/card"
)

// shuffle permutes the cards of the count-th reshuffle of a game with the given
// key, as card.Shuffle(cards, rand.NewPCG(key, count)) does. It is written out
// for a source of known type, which therefore need not be on the heap.
func shuffle(cards []card.Card, key, count uint64) {
	var src rand.PCG
	src.Seed(key, count)
	for i := len(cards) - 1; i > 0; i-- {
		j := below(&src, uint64(i+1))
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// below is card.Below for a source of known type.
func below(src *rand.PCG, n uint64) uint64 {
	hi, lo := bits.Mul64(src.Uint64(), n)
	if lo < n {
		for refuse := -n % n; lo < refuse; {
			hi, lo = bits.Mul64(src.Uint64(), n)
		}
	}
	return hi
}
