package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// scarcity finds the distance of a hand where jokers are scarce.
type scarcity struct {
	supply                // before any meld is laid
	own        card.Cards // wild cards of the hand
	jokersHeld int        // jokers of the hand
	hand       held       // natural cards of the hand
	coming     card.Cards // cards that can come, wild cards too
	jokers     int        // jokers that can come
	comes      held       // natural cards that can come

	laid [3]supply              // after melds that are being tried
	done [maxRun + 1]card.Cards // lowest places of the runs without gaps that were the pure one, by size
}

// begin prepares the search for a hand and the cards that can come.
func (x *scarcity) begin(hand card.Bag, wild card.Rank, avail card.Bag) {
	x.own, x.jokersHeld, x.hand = hand.Once&^naturals(wild), JokersIn(hand, wild), heldIn(hand, wild)
	x.coming, x.jokers, x.comes = avail.Once, JokersIn(avail, wild), heldIn(avail, wild)
}

// within reports whether a declaration can be reached with at most k of the cards that can come.
// That is the case if at most jokers + k places are uncovered, at most k of them in the pure run
// and none of those dead, and if there are enough jokers, in the hand or coming, for the dead places.
//
// It lays the pure run and then the other runs, in the order of windows, and judges at once
// the last meld, or two sets. A run is laid only if the cheapest melds of the remaining sizes,
// which need not fit together, keep to the budgets with it, and if melds cover enough cards
// of what it leaves. A run that was tried as the pure one is not laid again if it needs no card,
// since it could change places with the pure run.
func (x *scarcity) within(k int) bool {
	x.have, x.can = x.hand, x.comes
	x.uncovered, x.dead = x.jokersHeld+k, min(MaxSize, x.jokersHeld+x.jokers)
	x.arrange()
	use := x.usable()
	x.have, x.can = x.have.in(use), x.can.in(use)
	clear(x.done[:])
	have := x.hand.once | x.own
	var covered, live runs
	covered.find(have)
	live.find(have | x.coming)
	for size := minRun; size <= maxRun; size++ {
		gaps, live := &covered[size-minRun], live[size-minRun][0]
		for n, before := 0, card.Cards(0); n <= min(k, size); n++ {
			runs := gaps[n] & live &^ before
			before |= gaps[n]
			for ; runs != 0; runs &= runs - 1 {
				if x.pure(runAt(bits.TrailingZeros64(uint64(runs)), size)) {
					return true
				}
				if n == 0 {
					x.done[size] |= runs & -runs
				}
			}
		}
	}
	return false
}

// pure reports whether the budgets allow a declaration whose pure run has the cards of w.
func (x *scarcity) pure(w card.Cards) bool {
	size, t := w.Count(), &x.laid[2]
	if !t.take(&x.supply, w) || !t.covers(MaxSize-size, minRun) {
		return false
	}
	if t.dead >= min(t.uncovered, MaxSize-size) { // jokers can fill all uncovered places
		return true
	}
	t.arrange()
	for _, sizes := range otherSizes[size] {
		if t.lay(x, sizes, minRun, 0, true) {
			return true
		}
	}
	return false
}

// lay reports whether melds of the given sizes, in ascending order, keep to the budgets.
// Runs come before sets, in the order of windows: at least one if run is set, and the first one
// at or after the run of size from at the bit start.
func (s *supply) lay(x *scarcity, sizes []int, from, start int, run bool) bool {
	n := len(sizes)
	if n == 1 {
		return s.single(x, sizes[0])
	}
	if n == 2 && !run && sizes[1] <= card.NumSuits && s.twoSets(sizes[0], sizes[1]) {
		return true
	}
	for i := 0; i < n; i += n - 1 { // the first size and the last one, if it is another
		size, others := sizes[i], sizes[1:]
		if i > 0 {
			if others = sizes[:i]; size == sizes[0] {
				break
			}
		}
		if size < from {
			continue
		}
		rest := s.costs(others[0])
		if n == 3 {
			other := s.costs(others[1])
			rest = rest.plus(&other, others[1], s.dead)
		}
		runs := s.runs(size, &rest) &^ x.done[size]
		if size == from {
			runs &= ^card.Cards(0) << start
		}
		for ; runs != 0; runs &= runs - 1 {
			t, at := &x.laid[n-2], bits.TrailingZeros64(uint64(runs))
			if !t.take(s, runAt(at, size)) || n == 3 && !t.covers(others[0]+others[1], 0) {
				continue
			}
			t.arrange()
			if t.lay(x, others, size, at, false) {
				return true
			}
		}
	}
	return false
}

// single reports whether a meld of a size keeps to the budgets.
func (s *supply) single(x *scarcity, size int) bool {
	uncovered, dead := min(s.uncovered, size), min(s.dead, size)
	return s.covered[size-minRun][uncovered]&s.live[size-minRun][dead]&^x.done[size] != 0 || s.setRanks(size, uncovered, dead) != 0
}

// twoSets reports whether two sets of the given sizes keep to the budgets. A set has the best places of its
// rank: first the covered ones, then those for which a card can come.
func (s *supply) twoSets(a, b int) bool {
	copies := s.have.plus(s.can)
	for rank := range card.NumRanks {
		cs := card.Aces << rank
		uncovered, dead := s.uncovered-max(0, a-(s.have.once&cs).Count()), s.dead-max(0, a-(copies.once&cs).Count())
		if uncovered >= 0 && dead >= 0 && s.setRanks(b, uncovered, dead)&^(1<<rank) != 0 {
			return true
		}
		if both := a + b; both-(s.have.once&cs).Count()-(s.have.twice&cs).Count() <= s.uncovered &&
			both-(copies.once&cs).Count()-(copies.twice&cs).Count() <= s.dead { // both of one rank
			return true
		}
	}
	return false
}
