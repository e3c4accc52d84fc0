package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/gin"
)

// sigraOrder is a hand in the order of arrival. The cards dealt, which an observation shows
// as a set, are in the order of the cards.
type sigraOrder struct {
	cards [11]card.Card
	count int
	hand  int // number of the hand
}

// follow updates the order: it removes cards that have left the hand and appends new ones,
// the card just drawn last.
func (w *sigraOrder) follow(o *gin.Observation) {
	if w.hand != o.HandNumber {
		w.hand, w.count = o.HandNumber, 0
	}
	fresh, n := o.Hand, 0
	for _, c := range w.cards[:w.count] {
		if fresh.Has(c) {
			w.cards[n] = c
			n++
			fresh = fresh.Without(c)
		}
	}
	w.count = n
	last := fresh & (1 << o.Drawn)
	for fresh &^= last; fresh != 0; fresh &= fresh - 1 {
		w.add(fresh.First())
	}
	if last != 0 {
		w.add(o.Drawn)
	}
}

func (w *sigraOrder) add(c card.Card) {
	w.cards[w.count] = c
	w.count++
}
