package encoder

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// relations writes the fields of the group Relations: for each card held, the numbers of
// different cards related to it that each opponent has taken and discarded. A card related
// to one that the opponent took is dangerous to discard; a card related to one that the
// opponent discarded is safe (saha2025mindist, sections VI and VII.6).
func (x *Indian) relations(dst []float32, o *indian.Observation) {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(o, i)
		countRelated(x.kinds(dst, slotRelatedTaken, i), o.Hand.Once, o.Taken[p].Once)
		countRelated(x.kinds(dst, slotRelatedGiven, i), o.Hand.Once, o.Given[p].Once)
	}
}

// countRelated sets dst, at every card of hand, to the number of cards of others that are
// related to it.
func countRelated(dst *[card.NumKinds]float32, hand, others card.Cards) {
	for cs := hand & mindist.RelatedTo(others); cs != 0; cs &= cs - 1 {
		c := cs.First()
		dst[c.Index()] = float32((mindist.Related(c) & others).Count())
	}
}
