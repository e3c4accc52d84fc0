package card

import (
	"math/bits"
	"math/rand/v2"
)

// AppendDeck appends the given number of packs of 52 cards, each in ascending
// order, and then the printed jokers.
func AppendDeck(dst []Card, packs, jokers int) []Card {
	for range packs {
		for i := range NumKinds - 1 {
			dst = append(dst, FromIndex(i))
		}
	}
	for range jokers {
		dst = append(dst, Joker)
	}
	return dst
}

// Shuffle permutes the cards uniformly. It does not use [rand.Rand.Shuffle], so that
// the order for a seed never changes: Go guarantees the sequences of rand.PCG and
// rand.ChaCha8, but not the results of the methods of rand.Rand.
func Shuffle(cards []Card, src rand.Source) { shuffle(cards, src.Uint64) }

// ShuffleSeeded is Shuffle(cards, rand.NewPCG(seed1, seed2)) without an allocation: as
// an interface value the source would escape to the heap.
func ShuffleSeeded(cards []Card, seed1, seed2 uint64) {
	var src rand.PCG
	src.Seed(seed1, seed2)
	shuffle(cards, src.Uint64)
}

func shuffle(cards []Card, next func() uint64) {
	for i := len(cards) - 1; i > 0; i-- {
		j := below(next, uint64(i+1))
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// Below returns a uniform number in [0, n), for n > 0. It almost always draws once
// from src. The sequence is part of the compatibility promise of [Shuffle].
func Below(src rand.Source, n uint64) uint64 { return below(src.Uint64, n) }

func below(next func() uint64, n uint64) uint64 {
	// The simple form is next() % n, which is biased and needs a division. The high
	// word of the product x*n is a number below n; it is exactly uniform if the
	// 2^64 mod n lowest values of the low word are rejected.
	hi, lo := bits.Mul64(next(), n)
	if lo < n {
		for reject := -n % n; lo < reject; {
			hi, lo = bits.Mul64(next(), n)
		}
	}
	return hi
}
