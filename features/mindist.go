package features

import "rummygym/env/card"

// MinDist returns the distance of a hand from the nearest valid declaration
// (paper 000, sections IV.B and VI): the least number of super jokers with
// which some 13 of the cards are one. It is in [0, 9] for 13 or more cards, 0
// exactly if 13 of the cards are a valid declaration. The hand may hold up to
// 14 cards from up to three packs; of 14 the best 13 count, fewer are completed
// to 13.
//
// Super jokers are not checked against the deck, and two may stand for the same
// card (the paper's footnote 2); see [MinDistAvailable].
func MinDist(hand card.Bag, wild card.Rank) int {
	// Naively one tries all declarations (see Target.search). Instead: what
	// matters of a suit is its class, and purity matters only for distances below
	// 3, for some best declaration has a run of three (BenchmarkMinDist).
	h := heldIn(hand, wild)
	n := nearest{size: maxTotal}
	d, _ := n.distance(h, purity{hand.Once &^ naturals(wild), card.All}, maxTotal-jokersIn(hand, wild))
	return d
}

// distance returns the distance of a hand that holds, besides h, so many jokers
// that only need places are left to cover, and leaves in n, whose size is set,
// the melds that it found. The second result is the most natural cards that any
// melds cover, or at least need if it is not less than that.
func (n *nearest) distance(h held, p purity, need int) (d, most int) {
	*n = nearest{size: n.size, keep: 2 * minRun, best: -1, goal: need}
	n.search(h, n.size)
	most = n.best
	d = max(0, need-most)
	for ; d < 3; d++ {
		if n.purely(h, p, d, need-d) {
			break
		}
	}
	return d, most
}

// within reports whether the distance of a hand as in nearest.distance is at most d.
func (h held) within(d int, own card.Cards, need int) bool {
	n := nearest{size: maxTotal, keep: 2 * minRun, best: need - d - 1, goal: need - d}
	n.search(h, maxTotal)
	return n.best >= need-d && (d >= 3 || n.purely(h, purity{own, card.All}, d, need-d))
}

// FreeCards returns the suited cards of a 14-card hand whose discard keeps the
// distance of the hand: each is left out by some nearest declaration. Whether a
// printed joker is free is in [MinDistDiscards].
func FreeCards(hand card.Bag, wild card.Rank) (free card.Cards) {
	var dist [card.NumKinds]int8
	least := int8(MinDistDiscards(&dist, hand, wild))
	for i, d := range dist[:card.NumKinds-1] {
		if d == least {
			free = free.With(card.FromIndex(i))
		}
	}
	return free
}
