package meld

import "rummygym/env/card"

// Deadwood returns the least points that the hand counts in Gin Rummy, over all
// choices of disjoint melds.
func Deadwood(hand card.Cards) int {
	least := PipTotal(hand)
	for i, m := range ginMelds {
		if m&^hand == 0 {
			least = min(least, deadwoodFrom(hand&^m, i+1))
		}
	}
	return least
}

func deadwoodFrom(hand card.Cards, from int) int {
	least := PipTotal(hand)
	for i := from; i < len(ginMelds); i++ {
		if m := ginMelds[i]; m&^hand == 0 {
			least = min(least, deadwoodFrom(hand&^m, i+1))
		}
	}
	return least
}

// DeadwoodDiscards sets dst[c.Index()] to the Deadwood of the hand without c for
// each card c of the hand, in [0, 100], and all other entries to -1. It returns
// the least of them.
func DeadwoodDiscards(dst *[card.NumKinds]int8, hand card.Cards) int {
	for i := range dst {
		dst[i] = -1
	}
	least := 127
	for c := range hand.Each() {
		d := Deadwood(hand.Without(c))
		dst[c.Index()] = int8(d)
		least = min(least, d)
	}
	return least
}
