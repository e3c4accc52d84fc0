// Package mindist computes MinDist, the distance of a hand of Indian Rummy from the
// nearest valid declaration: the minimum number of cards to replace (saha2025mindist,
// section IV.B). It also computes the discards and draws that keep or lower it.
//
//	hand, wild ──Of──▶ distance            Discards: after each discard
//	           ──Available──▶ distance     Draws:    after each draw
//	             with cards that can come  OutsAmong, FreeDiscards: the best draws and discards
//	           ──Expected──▶ distance      ExpectedTurns: turns until a declaration
//	             with cards that a belief places in the deck
//	           ──Complete──▶ a nearest declaration
//
// [Target] does the same for other hand sizes and requirements.
//
// Terms: a natural card is a suited card that is not of the wild rank; a joker is a
// printed joker or a card of the wild rank; a super joker stands for any card, in pure
// melds too, and costs 1; an out is a card whose draw lowers MinDist; a free card is one
// whose discard leaves the minimum MinDist. All functions are safe for concurrent use, and
// those that return only numbers and sets do not allocate.
package mindist

import "rummygym/env/card"

// Of returns the distance of a hand from the nearest valid declaration
// (saha2025mindist, sections IV.B and VI): the minimum number of super jokers with which
// 13 cards form a valid declaration. It is in [0, 9] for 13 or more cards, and 0 exactly
// if 13 of the cards are a valid declaration. The hand may hold up to 14 cards from up to
// three packs; of 14 cards the best 13 count, fewer are completed to 13.
//
// Super jokers are not checked against the deck, and two may stand for the same
// card (the paper's footnote 2); see [Available].
func Of(hand card.Bag, wild card.Rank) int {
	// Naively all declarations are tried (see Target.search). Here each suit is replaced by
	// its class, and purity is checked only for distances below 3, since some best
	// declaration has a run of three (BenchmarkMinDist).
	h := heldIn(hand, wild)
	n := nearest{size: MaxSize}
	d, _ := n.distance(h, purity{hand.Once &^ naturals(wild), card.All}, MaxSize-JokersIn(hand, wild))
	return d
}

// distance returns the distance of a hand with the natural cards h, where need is the
// number of places that its jokers do not fill. It leaves in n, whose size must be set, the
// melds that it found. The second result is the maximum number of natural cards that melds
// cover, or a number of at least need if the maximum is at least need.
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
	n := nearest{size: MaxSize, keep: 2 * minRun, best: need - d - 1, goal: need - d}
	n.search(h, MaxSize)
	return n.best >= need-d && (d >= 3 || n.purely(h, purity{own, card.All}, d, need-d))
}
