package features

import "rummygym/env/card"

// Unreachable is the distance of a hand from which no declaration can be
// reached with the cards that can still come.
const Unreachable = 99

// MinDistAvailable is [MinDist] where each super joker must stand for a
// distinct card of avail: the cards of the deck that are neither in the hand
// nor known to be elsewhere (paper 000, footnote 2 and section IX, which leave
// it open). Printed jokers and wild cards of avail come as jokers. The result
// is in [MinDist(hand), 13], or [Unreachable].
//
// In play it takes well under a microsecond. The search has no proven bound: where
// hardly a joker can come, contrived hands of one pack have taken 2.3 ms and
// those of three packs 9.4 ms.
func MinDistAvailable(hand card.Bag, wild card.Rank, avail card.Bag) int {
	// Naively one tries all declarations with at most k cards of avail for
	// growing k (see supply). But while k is not above the number of jokers that
	// can come, these do for all places but those of the pure run, and the search
	// is that of MinDist with fewer pure runs (BenchmarkMinDistAvailable).
	h, nat := heldIn(hand, wild), naturals(wild)
	need := maxTotal - jokersIn(hand, wild)
	p := purity{own: hand.Once &^ nat, open: avail.Once}
	n := nearest{size: maxTotal, keep: 2 * minRun, best: -1, goal: need}
	n.search(h, maxTotal)
	coming := jokersIn(avail, wild)
	var s supply
	for k, scarce := max(0, need-n.best), false; k <= maxTotal; k++ {
		if m := n; !m.purely(h, p, k, need-k) {
			continue
		}
		if k <= coming {
			return k
		}
		if !scarce {
			// What cannot be reached with any number of cards need not be
			// searched for with each.
			scarce, s = true, newSupply(hand, wild, avail)
			if !s.within(maxTotal, coming) {
				return Unreachable
			}
		}
		if s.within(k, coming) {
			return k
		}
	}
	return Unreachable
}

// AvailableDraws sets dst, by card.Card.Index, to MinDistAvailable after
// drawing each card of avail, which then can no longer come, and to −1 for
// cards that avail does not hold. It returns MinDistAvailable of the hand.
// Draws whose entry is less than that are the hand's outs.
func AvailableDraws(dst *[card.NumKinds]int8, hand card.Bag, wild card.Rank, avail card.Bag) int {
	// A draw lowers the distance by 0 or 1. If the distance is MinDist, only the
	// outs of MinDist can lower it.
	d := MinDistAvailable(hand, wild, avail)
	some := d == MinDistDraws(dst, hand, wild)
	for i, blind := range dst {
		c := card.FromIndex(i)
		switch {
		case !avail.Has(c):
			dst[i] = -1
		case some && int(blind) == d:
		default:
			dst[i] = int8(MinDistAvailable(hand.With(c), wild, avail.Without(c)))
		}
	}
	return d
}
