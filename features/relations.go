package features

import (
	"rummygym/env/card"
	"rummygym/env/indian"
)

// relations writes the fields of the group Relations: for each card held, how
// many different cards related to it each opponent has taken from the open pile
// and thrown on it. Paper 000, sections VI and VII.6: a card related to what the
// opponent took is dangerous to throw, one related to what he threw is safe.
func (x *Extractor) relations(dst []float32, o *indian.Observation) {
	for i := range x.rules.Seats - 1 {
		p := x.opponent(o, i)
		countRelated(x.kinds(dst, slotRelatedTaken, i), o.Hand.Once, o.Taken[p].Once)
		countRelated(x.kinds(dst, slotRelatedGiven, i), o.Hand.Once, o.Given[p].Once)
	}
}

// countRelated writes, at every card of hand, the number of cards of others that
// are related to it.
func countRelated(dst *[card.NumKinds]float32, hand, others card.Cards) {
	for cs := hand & RelatedTo(others); cs != 0; cs &= cs - 1 {
		c := cs.First()
		dst[c.Index()] = float32((Related(c) & others).Count())
	}
}
