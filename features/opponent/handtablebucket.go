package opponent

import (
	"rummygym/env/card"
	"rummygym/env/gin"
)

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
