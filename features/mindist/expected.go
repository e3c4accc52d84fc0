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
	// Naively Available is called for each sample. Here the distances are tried in ascending order, for
	// all samples at once (BenchmarkExpected).
	var s scarcity
	s.sample(wild, sure, maybe, odds)
	s.begin(hand, wild)
	h, need := s.hand, MaxSize-s.jokersHeld
	n := nearest{size: MaxSize, keep: 2 * minRun, best: -1, goal: need}
	n.search(h, MaxSize)
	first := max(0, need-n.best)
	sum, left, reachable := expectedSamples*first, s.all, uint64(0)
	for k := first; k < MaxSize && left != 0; k++ {
		left &^= s.purely(&n, h, s.own, s.natural, k, need-k, left)
		if scarce := left &^ s.jokers[k]; scarce != 0 {
			if k == first {
				scarce &^= s.withOuts(n, hand, wild, k, scarce)
			} else {
				scarce &^= s.within(k, scarce)
			}
			reachable |= s.reachable(scarce &^ reachable)
			sum += (MaxSize - k) * bits.OnesCount64(scarce&^reachable) // no number of cards is enough
			left = left&s.jokers[k] | scarce&reachable
		}
		sum += bits.OnesCount64(left)
	}
	return float64(sum) / expectedSamples
}

// expectedSamples is the number of samples of Expected.
const expectedSamples = 64

// sampleTable holds, by number of samples, growing sets of so many of them, for each copy of each
// card in a random order of its own.
type sampleTable [expectedSamples + 1][2 * card.MaxCopies][card.NumKinds]uint64

// row returns the samples that contain a copy of each card that can come with probability p.
func (t *sampleTable) row(p float32) *[2 * card.MaxCopies][card.NumKinds]uint64 {
	n := int(float32(p*expectedSamples) + 0.5)
	return &t[max(0, min(n, expectedSamples))]
}

var sampleSets = func() *sampleTable {
	t := new(sampleTable)
	r := rand.New(rand.NewPCG(1, 0x6578706563746564))
	for kind := range card.NumKinds {
		for copies := range 2 * card.MaxCopies {
			for n, i := range r.Perm(expectedSamples) {
				t[n+1][copies][kind] = t[n][copies][kind] | 1<<i
			}
		}
	}
	return t
}()
