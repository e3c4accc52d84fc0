package mindist

import "rummygym/env/card"

// Unreachable is the distance of a hand from which no declaration can be reached with the
// cards that can still come.
const Unreachable = 99

// Available is [Of] where each super joker must stand for a different card of avail, the
// cards of the deck that are neither in the hand nor known to be elsewhere (saha2025mindist,
// footnote 2 and section IX, leave this open). Printed jokers and wild cards of avail can
// come as jokers. The result is in [Of(hand), 13], or [Unreachable].
//
// In play it takes well under a microsecond. If few jokers can come, a branch and bound
// search decides for each distance tried (see scarcity.within). The slowest hands that hill
// climbing found, of three packs and without a joker, took 0.93 ms.
func Available(hand card.Bag, wild card.Rank, avail card.Bag) int {
	// Naively all declarations with at most k cards of avail are tried for increasing k (see
	// supply). But while k is at most the number of jokers that can come, these jokers can
	// fill all places outside the pure run, and the search is that of MinDist with fewer
	// pure runs (BenchmarkMinDistAvailable).
	h, nat := heldIn(hand, wild), naturals(wild)
	need := MaxSize - JokersIn(hand, wild)
	p := purity{own: hand.Once &^ nat, open: avail.Once}
	n := nearest{size: MaxSize, keep: 2 * minRun, best: -1, goal: need}
	n.search(h, MaxSize)
	coming, k := JokersIn(avail, wild), max(0, need-n.best)
	for ; k <= min(coming, MaxSize); k++ {
		if m := n; m.purely(h, p, k, need-k) {
			return k
		}
	}
	var s scarcity
	s.begin(hand, wild, avail)
	for checked := false; k <= MaxSize; k++ {
		if m := n; !m.purely(h, p, k, need-k) {
			continue
		}
		if s.within(k) {
			return k
		}
		if !checked && !s.within(MaxSize) { // no number of cards is enough
			break
		}
		checked = true
	}
	return Unreachable
}

// AvailableDraws sets dst, by card.Card.Index, to Available after the draw of each card of
// avail, which then can no longer come, and to −1 for cards not in avail. It returns
// Available of the hand. The outs are the cards whose entry is below that.
func AvailableDraws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank, avail card.Bag) int {
	// A draw lowers the distance by 0 or 1. If the distance is MinDist, only the
	// outs of MinDist can lower it.
	d := Available(hand, wild, avail)
	some := d == Draws(dst, hand, wild)
	for i, blind := range dst {
		c := card.FromIndex(i)
		switch {
		case !avail.Has(c):
			dst[i] = -1
		case some && int(blind) == d:
		default:
			dst[i] = int8(Available(hand.With(c), wild, avail.Without(c)))
		}
	}
	return d
}
