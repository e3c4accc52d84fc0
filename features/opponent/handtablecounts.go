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

// relation is the relation by suit of a card to the upcard and the discard.
type relation uint8

const (
	apart       relation = iota // of neither suit; upcard and discard are of different suits
	withUpcard                  // of the upcard's suit, which is not that of the discard
	withDiscard                 // of the discard's suit, which is not that of the upcard
	apartBoth                   // not of the common suit of upcard and discard
	withBoth                    // of the common suit of upcard and discard
	numRelations
)

// The buckets of a turn are a block of numRelations rows of card.NumRanks, the
// ranks of the card considered.
const (
	turnBuckets = int(numRelations) * card.NumRanks
	numBuckets  = 2 * card.NumRanks * card.NumRanks * turnBuckets
)

// evident reports whether a turn is evidence: it has an upcard and ended with a
// discard.
func evident(t *gin.Turn) bool {
	return t.Upcard < card.Joker && t.Discard < card.Joker
}

// turnAt returns the index of the first bucket of the block of a turn.
func turnAt(t *gin.Turn) int {
	at := 0
	if t.Source == gin.FromPile {
		at = card.NumRanks
	}
	return ((at+int(t.Upcard.Rank()))*card.NumRanks + int(t.Discard.Rank())) * turnBuckets
}

// relationOf returns the relation of the cards of a suit to a turn.
func relationOf(s card.Suit, t *gin.Turn) relation {
	up, discard := t.Upcard.Suit(), t.Discard.Suit()
	switch {
	case up == discard && s == up:
		return withBoth
	case up == discard:
		return apartBoth
	case s == up:
		return withUpcard
	case s == discard:
		return withDiscard
	}
	return apart
}

// bucketOf returns the bucket of a card at a turn.
func bucketOf(c card.Card, t *gin.Turn) int {
	return turnAt(t) + int(relationOf(c.Suit(), t))*card.NumRanks + int(c.Rank())
}
