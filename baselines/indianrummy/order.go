package indianrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/indian"
)

// order is a hand in the order of arrival, as in the released simulation: the cards dealt,
// shuffled because an observation does not show the order of the deal, then each drawn card.
// The order of the cards instead would favour suits, which decide ties.
type order struct {
	cards [maxCards]card.Card
	count int
	src   rand.PCG
}

// reset removes all cards. The next shuffle follows from seed.
func (h *order) reset(seed uint64) {
	h.count = 0
	h.src.Seed(seed, 0x6f72646572)
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
		card.Shuffle(h.cards[:h.count], &h.src)
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

// firstMeld returns the meld that comes first if sets of cards are read as binary numbers,
// the card that arrived first as the lowest bit, or no cards if there is no meld. It has
// three cards, because every larger meld contains one of three.
func (h *order) firstMeld(wild card.Rank, pack card.Cards) kinds {
	for k := 2; k < h.count; k++ {
		for j := 1; j < k; j++ {
			for i := range j {
				three := card.BagOf(h.cards[i], h.cards[j], h.cards[k])
				if _, ok := anyMeld(three, wild, pack); ok {
					return kindsOf(three)
				}
			}
		}
	}
	return kinds{}
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
