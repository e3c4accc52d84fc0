package meld

import "rummygym/env/card"

// MinScoreDiscards sets dst, by card.Card.Index, to the MinScore of the hand
// without one copy of each kind it holds, and to -1 for the kinds it does not
// hold.
func MinScoreDiscards(dst *[card.NumKinds]int16, hand card.Bag, wild card.Rank) {
	for i := range dst {
		dst[i] = -1
	}
	for c := range hand.Each() {
		dst[c.Index()] = int16(MinScore(hand.Without(c), wild))
	}
}
