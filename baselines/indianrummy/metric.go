package indianrummy

import (
	"rummygym/env/card"
	"rummygym/env/indian"
	"rummygym/features/mindist"
)

// target returns the declaration that the rules ask for.
func target(o *indian.Observation) mindist.Target { return mindist.TargetOf(o.Rules.Melds()) }

// minDist returns the distance of a hand, or of the best cards of a hand with one card too
// many.
func minDist(hand card.Bag, o *indian.Observation) int { return target(o).MinDist(hand, o.Wild) }

// minDistAvailable returns the distance of a hand if only the cards of avail can be drawn.
// For other declarations than the usual one of 13 cards it is minDist.
func minDistAvailable(hand, avail card.Bag, o *indian.Observation) int {
	if t := target(o); t != mindist.Declaration {
		return t.MinDist(hand, o.Wild)
	}
	return mindist.Available(hand, o.Wild, avail)
}

// finishing returns the faces of the hand whose removal leaves a declaration.
func finishing(o *indian.Observation) kinds {
	suited, joker := o.Rules.Declarable(o.Hand, o.Wild)
	return kinds{suited, joker}
}

// unlimited is above every value of a table.
const unlimited = 1 << 14

// lowest returns the faces of among with the minimum value in the table, which is indexed
// by [card.Card.Index], and that value. Values above limit count as limit.
func lowest[T int8 | int16](table *[card.NumKinds]T, among kinds, limit int) (kinds, int) {
	minimum := limit + 1
	var faces kinds
	for s := among.suited; s != 0; s &= s - 1 {
		c := s.First()
		switch v := min(limit, int(table[c.Index()])); {
		case v < minimum:
			minimum, faces.suited = v, 1<<c
		case v == minimum:
			faces.suited |= 1 << c
		}
	}
	if among.joker {
		switch v := min(limit, int(table[card.Joker.Index()])); {
		case v < minimum:
			minimum, faces = v, kinds{joker: true}
		case v == minimum:
			faces.joker = true
		}
	}
	return faces, minimum
}
