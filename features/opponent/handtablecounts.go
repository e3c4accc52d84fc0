package opponent

import (
	"math"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// HandTableCounts counts for a [HandTable] the cards that opponents held after their
// turns. The zero value is empty. It takes about 500 kB and is not safe for concurrent
// use.
type HandTableCounts struct {
	turns   int64
	buckets [numBuckets]bucketCount
}

// bucketCount holds the counts of a bucket.
type bucketCount struct {
	seen, held int64
	expected   int64 // expected held if all unseen cards were equally likely, in steps of 1/expectedSteps
}

// expectedSteps makes expectations whole numbers, so that their sum does not depend on the
// order in which games are counted.
const expectedSteps = 1 << 20

// Add counts the last turn in o if it is a turn of the observer's opponent that ended with
// a discard, and reports whether it is. hand is the opponent's hand. Add each turn once,
// before any melds are laid down.
func (n *HandTableCounts) Add(o *gin.Observation, hand card.Cards) bool {
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

// DefaultMinCards is the minimum number of cards of a bucket that is used in the authors'
// program.
const DefaultMinCards = 50

// Table returns the table of the counts. Buckets with fewer than minCards cards are not used.
// It sets the fields Turns, Cards, MinCards and Buckets of the metadata; the others come
// from meta.
func (n *HandTableCounts) Table(meta HandTableMeta, minCards int64) *HandTable {
	b := newHandTable(meta)
	b.Meta.Agents, b.Meta.Seeds = slices.Clone(meta.Agents), slices.Clone(meta.Seeds)
	b.Meta.Turns, b.Meta.Cards, b.Meta.MinCards, b.Meta.Buckets = n.turns, 0, minCards, 0
	for i, k := range n.buckets {
		b.Meta.Cards += k.seen
		if k.seen == 0 || k.seen < minCards {
			continue
		}
		b.Meta.Buckets++
		ratio := float64(k.held+1) / (float64(float64(k.expected)/expectedSteps) + 1)
		b.ratios[i] = int16(math.Round(ratioSteps * math.Log2(ratio)))
	}
	return b
}
