package opponent

import (
	"rummygym/env/card"
	"rummygym/features/mindist"
)

// Danger sets dst, by card.Card.Index, to the danger of each of the 53 cards, in [0, 1]:
// the share of the hands whose MinDist falls with it, so that a player that lowers
// MinDist would take it. Hands have 13 cards. It takes one call of [mindist.Draws] per
// hand, about 1.4 µs.
func Danger(dst *[card.NumKinds]float32, hands []card.Bag, wild card.Rank) {
	*dst = [card.NumKinds]float32{}
	var after [card.NumKinds]int8
	for _, hand := range hands {
		d := int8(mindist.Draws(&after, hand, wild))
		for i, a := range after {
			if a < d {
				dst[i]++
			}
		}
	}
	divide(dst, len(hands))
}

// HeldShare sets dst, by card.Card.Index, to the share of the hands that hold at
// least one copy of each card.
func HeldShare(dst *[card.NumKinds]float32, hands []card.Bag) {
	*dst = [card.NumKinds]float32{}
	for _, hand := range hands {
		for cs := hand.Once; cs != 0; cs &= cs - 1 {
			dst[cs.First().Index()]++
		}
		if hand.Jokers > 0 {
			dst[card.Joker.Index()]++
		}
	}
	divide(dst, len(hands))
}

// divide divides all entries by n, or by 1 if n is 0.
func divide(dst *[card.NumKinds]float32, n int) {
	each := 1 / float32(max(n, 1))
	for i := range dst {
		dst[i] *= each
	}
}
