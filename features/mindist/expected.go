package mindist

import (
	"math/bits"
	"math/rand/v2"

	"rummygym/env/card"
)

// Expected returns the expected value of [Available], in cards, where the cards of sure can
// come and each copy of a card of maybe can come with the probability in odds, by
// card.Card.Index, independently of the others: the MinDist weighted by a belief about where
// the unseen cards are, which saha2025mindist (section IX) names as future work. The copies of
// maybe that the belief places in other hands cannot come. The result is in [0, MaxSize]: where
// no declaration can be reached, the distance counts as MaxSize. The hand may hold up to 14
// cards, of which the best 13 count.
//
// The value is a mean over 64 fixed samples of maybe. Each copy is in the share of the samples
// that odds gives, rounded to 1/64. So the result is exact for probabilities 0 and 1, the same
// for equal arguments, and it never rises with a probability. Its standard error is below .1
// cards in play (TestExpectedExact).
func Expected(hand card.Bag, wild card.Rank, sure, maybe card.Bag, odds *[card.NumKinds]float32) float64 {
	// Naively all subsets of maybe are tried.
	var samples [expectedSamples]card.Bag
	for i := range samples {
		samples[i] = sure
	}
	for i, p := range odds {
		c := card.FromIndex(i)
		for copies := range maybe.Of(c) {
			for in := sampled(i, copies, p); in != 0; in &= in - 1 {
				samples[bits.TrailingZeros64(in)].Add(c)
			}
		}
	}
	least := Available(hand, wild, sure.Plus(maybe))
	sum := 0
	for i := range samples {
		d := least
		if least < MaxSize { // no sample has a lower distance
			d = Available(hand, wild, samples[i])
		}
		sum += min(d, MaxSize)
	}
	return float64(sum) / expectedSamples
}

// expectedSamples is the number of samples of Expected.
const expectedSamples = 64

// sampled returns the samples, one bit each, that contain a copy of a card that can come with
// probability p.
func sampled(kind, copies int, p float32) (in uint64) {
	n := int(float32(p*expectedSamples) + 0.5)
	return sampleSets[kind][copies%len(sampleSets[kind])][max(0, min(n, expectedSamples))]
}

// sampleSets holds, for each copy of each card, growing sets of 0 to 64 samples in a random
// order of its own.
var sampleSets = func() *[card.NumKinds][2 * card.MaxCopies][expectedSamples + 1]uint64 {
	sets := new([card.NumKinds][2 * card.MaxCopies][expectedSamples + 1]uint64)
	r := rand.New(rand.NewPCG(1, 0x6578706563746564))
	for kind := range sets {
		for copies := range sets[kind] {
			for n, i := range r.Perm(expectedSamples) {
				sets[kind][copies][n+1] = sets[kind][copies][n] | 1<<i
			}
		}
	}
	return sets
}()
