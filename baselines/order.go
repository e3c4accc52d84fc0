package baselines

import (
	"rummygym/env/card"
	"rummygym/env/indian"
)

// order is a hand in the order in which its cards came, as the released
// simulation keeps it: the cards dealt, which an observation shows in the order
// of the cards, then each card as it was drawn.
type order struct {
	cards [maxCards]card.Card
	count int
}

// follow brings the order up to date with the hand of the observation. A hand
// that does not follow from the last one starts anew.
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

// oldest returns the card of the set that came first, or card.None.
func (h *order) oldest(k kinds) card.Card {
	for _, c := range h.cards[:h.count] {
		if k.has(c) {
			return c
		}
	}
	return card.None
}

// remove takes the copy of c that came first out of the hand.
func (h *order) remove(c card.Card) {
	for i, x := range h.cards[:h.count] {
		if x == c {
			copy(h.cards[i:], h.cards[i+1:h.count])
			h.count--
			return
		}
	}
}
