package encoder

import (
	"rummygym/env/card"
	"rummygym/features/internal/field"
	"rummygym/features/mindist"
)

// relations writes the fields of the group Relations: for each card held, the numbers of
// different cards related to it that each opponent has taken and discarded. A card related
// to one that the opponent took is dangerous to discard; a card related to one that the
// opponent discarded is safe (saha2025mindist, sections VI and VII.6).
func (x indianRow[T]) relations() {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(x.o, i)
		countRelated(x.kinds(slotRelatedTaken, i), x.o.Hand.Once, x.o.Taken[p].Once)
		countRelated(x.kinds(slotRelatedGiven, i), x.o.Hand.Once, x.o.Given[p].Once)
	}
}

// countRelated sets dst, at every card of hand, to the number of cards of others that are
// related to it.
func countRelated[T field.Entry](dst *[card.NumKinds]T, hand, others card.Cards) {
	for cs := hand & mindist.RelatedTo(others); cs != 0; cs &= cs - 1 {
		c := cs.First()
		dst[c.Index()] = T((mindist.Related(c) & others).Count())
	}
}
