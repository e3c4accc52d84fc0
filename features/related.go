package features

import "rummygym/env/card"

// Related returns the cards "closest" to c (paper 000, section VII, agent 6):
// those of the same suit one rank above or below, the ace next to the two and
// to the king, and those of the same rank in the other suits. Printed jokers
// and None are related to nothing.
func Related(c card.Card) card.Cards { return RelatedTo(card.Cards(0).With(c)) }

// RelatedTo returns the cards related to any card of the set. It holds a card
// of the set itself only if that is related to another one of the set.
func RelatedTo(cs card.Cards) card.Cards {
	// All suits at once: a shift by one rank stays within its lane; the ace and
	// the king meet around the corner.
	const kings = card.Aces << card.King
	beside := (cs<<1 | cs>>1) & card.All
	beside |= cs & card.Aces << card.King
	beside |= cs & kings >> card.King
	turn := func(n int) card.Cards { return cs<<(16*n) | cs>>(64-16*n) }
	return beside | turn(1) | turn(2) | turn(3)
}
