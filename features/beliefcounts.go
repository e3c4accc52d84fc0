package features

import (
	"math"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// BeliefCounts counts for a [Belief] what opponents held after their turns. The
// zero value has counted nothing. It takes some 500 kB and is not safe for
// concurrent use.
type BeliefCounts struct {
	turns   int64
	buckets [numBuckets]bucketCount
}

// bucketCount is what was counted of a bucket.
type bucketCount struct {
	seen, held int64
	expected   int64 // held if all unseen cards were equally likely, in steps of 1/expectedSteps
}

// expectedSteps makes expectations whole numbers: their sum does not depend on
// the order in which games are counted.
const expectedSteps = 1 << 20

// Turns returns how many turns were counted.
func (n *BeliefCounts) Turns() int64 { return n.turns }

// Add counts the last turn in o, if it is a turn of the observer's opponent that
// has ended with a discard, and reports whether it is. The opponent's hand must be
// given. Each turn is to be added once, before anybody lays melds down.
func (n *BeliefCounts) Add(o *gin.Observation, hand card.Cards) bool {
	last := len(o.History) - 1
	if last < 0 || o.History[last].Player == o.Self || !evident(&o.History[last]) || o.Knocker != game.NoPlayer {
		return false
	}
	t := &o.History[last]
	unseen := o.Unknown()
	held := hand & unseen
	share := int64(held.Count()) * expectedSteps / int64(max(unseen.Count(), 1))
	for c := range unseen.Each() {
		b := &n.buckets[bucketOf(c, t)]
		b.seen++
		b.expected += share
		if held.Has(c) {
			b.held++
		}
	}
	n.turns++
	return true
}

// Merge adds what other has counted.
func (n *BeliefCounts) Merge(other *BeliefCounts) {
	n.turns += other.turns
	for i := range n.buckets {
		n.buckets[i].seen += other.buckets[i].seen
		n.buckets[i].held += other.buckets[i].held
		n.buckets[i].expected += other.buckets[i].expected
	}
}

// DefaultLeast is how many cards a bucket must have to be used (the authors'
// program).
const DefaultLeast = 50

// Belief returns the table of what was counted, with the buckets that have at
// least so many cards; the others change nothing. It fills in the numbers of meta
// that it knows: Turns, Cards, Least and Buckets.
func (n *BeliefCounts) Belief(meta BeliefMeta, least int64) *Belief {
	b := newBelief(meta)
	b.Meta.Agents, b.Meta.Seeds = slices.Clone(meta.Agents), slices.Clone(meta.Seeds)
	b.Meta.Turns, b.Meta.Cards, b.Meta.Least, b.Meta.Buckets = n.turns, 0, least, 0
	for i, k := range n.buckets {
		b.Meta.Cards += k.seen
		if k.seen == 0 || k.seen < least {
			continue
		}
		b.Meta.Buckets++
		ratio := float64(k.held+1) / (float64(k.expected)/expectedSteps + 1)
		b.ratios[i] = int16(math.Round(ratioSteps * math.Log2(ratio)))
	}
	return b
}
