package features

import (
	"rummygym/env/card"
	"rummygym/env/gin"
)

// relation is how a card is related by suit to the upcard and the card thrown.
type relation uint8

const (
	apart      relation = iota // neither: upcard and thrown card are of different suits
	withUpcard                 // of the upcard's suit, which is not that of the thrown card
	withThrown                 // of the thrown card's suit, which is not that of the upcard
	apartBoth                  // neither: upcard and thrown card are of one suit
	withBoth                   // of the suit of both
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

// turnAt returns the place of the block of a turn.
func turnAt(t *gin.Turn) int {
	at := 0
	if t.Source == gin.FromPile {
		at = card.NumRanks
	}
	return ((at+int(t.Upcard.Rank()))*card.NumRanks + int(t.Discard.Rank())) * turnBuckets
}

// relationOf returns how the cards of a suit are related to a turn.
func relationOf(s card.Suit, t *gin.Turn) relation {
	up, thrown := t.Upcard.Suit(), t.Discard.Suit()
	switch {
	case up == thrown && s == up:
		return withBoth
	case up == thrown:
		return apartBoth
	case s == up:
		return withUpcard
	case s == thrown:
		return withThrown
	}
	return apart
}

// bucketOf returns the bucket of a card at a turn.
func bucketOf(c card.Card, t *gin.Turn) int {
	return turnAt(t) + int(relationOf(c.Suit(), t))*card.NumRanks + int(c.Rank())
}
