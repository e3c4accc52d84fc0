package mindist

import "rummygym/env/card"

// Related returns the cards "closest" to c (saha2025mindist, section VII, agent 6):
// those of the same suit one rank above or below, where the ace is next to the two and to
// the king, and those of the same rank in the other suits. Printed jokers and None have no
// related cards.
func Related(c card.Card) card.Cards { return RelatedTo(card.Cards(0).With(c)) }

// RelatedTo returns the cards related to any card of the set. A card of the set is included
// only if it is related to another card of the set.
func RelatedTo(cs card.Cards) card.Cards {
	// All suits are done at once: a shift by one rank stays within its lane; ace and king
	// are done separately.
	const kings = card.Aces << card.King
	beside := (cs<<1 | cs>>1) & card.All
	beside |= cs & card.Aces << card.King
	beside |= cs & kings >> card.King
	turn := func(n int) card.Cards { return cs<<(16*n) | cs>>(64-16*n) }
	return beside | turn(1) | turn(2) | turn(3)
}
