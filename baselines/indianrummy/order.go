package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/indian"
)

// order is a hand in the order of arrival, as in the released simulation: the cards dealt,
// in the order of the cards because an observation does not show the order of the deal,
// then each drawn card.
type order struct {
	cards [maxCards]card.Card
	count int
}

// follow updates the order with the hand of the observation. It starts a new order if the
// hand without the drawn card is not the last hand.
func (h *order) follow(o *indian.Observation) {
	before := o.Hand.Without(o.Drawn)
	if h.bag() != before {
		h.count = 0
		for c := range before.Each() {
			h.cards[h.count] = c
			h.count++
		}
	}
	h.cards[h.count] = o.Drawn
	h.count++
}

// bag returns the cards.
func (h *order) bag() card.Bag {
	var b card.Bag
	for _, c := range h.cards[:h.count] {
		b.Add(c)
	}
	return b
}

// oldest returns the card of the set that arrived first, or card.None.
func (h *order) oldest(k kinds) card.Card {
	for _, c := range h.cards[:h.count] {
		if k.has(c) {
			return c
		}
	}
	return card.None
}

// remove removes the copy of c that arrived first.
func (h *order) remove(c card.Card) {
	for i, x := range h.cards[:h.count] {
		if x == c {
			copy(h.cards[i:], h.cards[i+1:h.count])
			h.count--
			return
		}
	}
}
