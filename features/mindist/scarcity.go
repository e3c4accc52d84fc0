package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// scarcity finds the distance of a hand where jokers are scarce, in up to 64 samples at once.
type scarcity struct {
	samples
	supply                // before any meld is laid
	comes      held       // the cards of supply.can
	hand       held       // natural cards of the hand
	own        card.Cards // wild cards of the hand
	jokersHeld int        // jokers of the hand
	natural    card.Cards // the cards that are not of the wild rank

	want   uint64                 // samples in which no declaration was found yet
	narrow uint64                 // samples for which supply is set
	laid   [3]supply              // after melds that are being tried
	done   [maxRun + 1]card.Cards // lowest places of the runs without gaps that were the pure one, by size
	set    [16]places             // places of the sets of each rank
	known  uint16                 // ranks for which set holds the places before any meld is laid
	judged int                    // number of judgements of single and twoSets so far
}

// begin prepares the search for a hand, after samples is set.
func (x *scarcity) begin(hand card.Bag, wild card.Rank) {
	x.natural = naturals(wild)
	x.hand, x.own = heldIn(hand, wild), hand.Once&^x.natural
	x.jokersHeld = JokersIn(hand, wild)
}

// tighten leaves out of the supply what can come in no wanted sample or is of no use.
func (x *scarcity) tighten() {
	x.narrow = x.want
	x.have, x.can = x.hand, x.some.in(x.natural)
	for cs := x.can.once; cs != 0; cs &= cs - 1 {
		if x.copies[0][cs.First()&63]&x.want == 0 {
			x.can = x.can.in(^(cs & -cs))
		}
	}
	for n := range x.dead {
		x.dead[n] = x.jokers[max(0, n-x.jokersHeld)] & x.want
	}
	x.most = MaxSize
	x.settle()
	x.arrange()
	use := x.usable()
	x.have, x.can = x.have.in(use), x.can.in(use)
	x.comes, x.known = x.can, 0
}

// mostJudged is the maximum number of judgements of a call of within.
const mostJudged = 48*3_420 + 44*1_308 + 40*132

// within returns the samples among in where a declaration can be reached with at most k of the
// cards that can come. That is the case if at most jokers + k places are uncovered, at most k of
// them in the pure run and none of those dead, and if there are enough jokers, in the hand or
// coming, for the dead places.
//
// It lays the pure run and then the other runs, in the order of windows, and judges at once
// the last meld, or two sets. Even without bounds that would be at most mostJudged judgements:
// 3,420 after each of the 48 pure runs of 3 cards, 1,308 after each of the 44 of 4, and 132
// after each of the 40 of 5. A run is laid only if the cheapest melds of the remaining sizes,
// which need not fit together, keep to the budgets with it, and if melds cover enough cards
// of what it leaves, so that in fact there are few (TestJudgementsAreBounded). A run that was tried as
// the pure one is not laid again if it needs no card, since it could change places with the pure run.
func (x *scarcity) within(k int, in uint64) uint64 {
	x.want, x.narrow = in, 0
	clear(x.done[:])
	have := x.hand.once | x.own
	var covered, live runs
	covered.find(have)
	live.find(have | x.some.once)
	for size := minRun; size <= maxRun; size++ {
		gaps, live := &covered[size-minRun], live[size-minRun][0]
		for n, before := 0, card.Cards(0); n <= min(k, size); n++ {
			runs := gaps[n] & live &^ before
			before |= gaps[n]
			for ; runs != 0; runs &= runs - 1 {
				w := runAt(bits.TrailingZeros64(uint64(runs)), size)
				if open := x.want & x.open(w&^have); open != 0 && x.pure(w, k, open) {
					return in
				}
				if n == 0 {
					x.done[size] |= runs & -runs
				}
			}
		}
	}
	return in &^ x.want
}

// withOuts returns the same as within, for the smallest k with which melds cover enough cards and
// samples where fewer than k jokers can come; n holds such melds. k is not 0.
func (x *scarcity) withOuts(n nearest, hand card.Bag, wild card.Rank, k int, in uint64) uint64 {
	// Naively within is called. But each of k cards that complete a declaration is an out, since with
	// super jokers in place of the others it lowers the distance, which is k or no declaration is
	// within k. So samples with fewer outs are left out, and then cards that are no outs.
	goal := n.goal - k
	if k < maxHoles && !n.purely(x.hand, purity{x.own, card.All}, k, goal) {
		return 0
	}
	var l layings
	if x.hand.twice != 0 || !l.find(x.hand.once, goal) {
		return x.within(k, in)
	}
	outs, _ := l.outsOf(hand, wild, k, x.some.once&x.natural)
	useful := x.jokers
	for cs := outs; cs != 0; cs &= cs - 1 {
		for n := range x.copies {
			addTo(&useful, k, x.copies[n][cs.First()&63])
		}
	}
	in &= useful[k]
	if k == 1 || in == 0 { // one out is enough
		return in
	}
	some := x.some
	x.some = some.in(outs | ^x.natural)
	in = x.within(k, in)
	x.some = some
	return in
}

// reachable returns the samples among in where a declaration can be reached.
func (x *scarcity) reachable(in uint64) (reached uint64) {
	// Naively within is called with the largest number of cards. But that many cards are all that can
	// come: a declaration can be reached if the distance of these and the hand together is 0. The tables
	// of classes know suits with that many cards only if none comes twice.
	for left := in; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		var coming card.Cards
		for cs := x.some.once; cs != 0; cs &= cs - 1 {
			coming |= cs & -cs * card.Cards(x.copies[0][cs.First()&63]>>i&1)
		}
		jokers := x.jokersHeld
		for _, at := range x.jokers[1:] {
			jokers += int(at >> i & 1)
		}
		all := held{once: x.hand.once | coming&x.natural}
		if all.within(0, x.own|coming&^x.natural, MaxSize-jokers) {
			reached |= 1 << i
		}
	}
	if doubt := in &^ reached; doubt != 0 && x.hand.plus(x.some).twice != 0 {
		reached |= x.within(MaxSize, doubt)
	}
	return reached
}

// pure finds the samples among open that are within k if the pure run has the cards of w, and
// reports whether no sample is wanted any more.
func (x *scarcity) pure(w card.Cards, k int, open uint64) (done bool) {
	if bits.OnesCount64(x.want)*2 <= bits.OnesCount64(x.narrow) || x.narrow == 0 {
		x.tighten()
	}
	size := w.Count()
	t := &x.laid[2]
	x.uncovered = x.jokersHeld + k
	if !t.take(&x.supply, w, x) || !t.only(open) || !t.covers(MaxSize-size, minRun) {
		return false
	}
	x.found(t.dead[min(t.uncovered, MaxSize)])
	if t.only(x.want) {
		t.arrange()
		for _, sizes := range otherSizes[size] {
			t.lay(x, sizes, minRun, 0, true)
		}
	}
	return x.want == 0
}

// found records samples where a declaration can be reached.
func (x *scarcity) found(in uint64) { x.want &^= in }

// lay finds the samples where melds of the given sizes, in ascending order, keep to the budgets.
// Runs come before sets, in the order of windows: at least one if run is set, and the first one
// at or after the run of size from at the bit start.
func (s *supply) lay(x *scarcity, sizes []int, from, start int, run bool) {
	n := len(sizes)
	if n == 1 {
		x.judged++
		s.single(x, sizes[0])
		return
	}
	if n == 2 && !run && sizes[1] <= card.NumSuits {
		x.judged++
		s.twoSets(x, sizes[0], sizes[1])
	}
	for i := 0; i < n; i += n - 1 { // the first size and the last one, if it is another
		size, others := sizes[i], sizes[1:]
		if i > 0 {
			if others = sizes[:i]; size == sizes[0] {
				break
			}
		}
		if size < from || s.dead[0]&x.want == 0 {
			continue
		}
		rest := s.costs(others[0])
		if n == 3 {
			other := rest
			if others[1] != others[0] {
				other = s.costs(others[1])
			}
			rest = rest.plus(&other, others[1], s.most)
		}
		runs := s.runs(size, &rest) &^ x.done[size]
		if size == from {
			runs &= ^card.Cards(0) << start
		}
		for ; runs != 0; runs &= runs - 1 {
			t, at := &x.laid[n-2], bits.TrailingZeros64(uint64(runs))
			if !t.take(s, runAt(at, size), x) || n == 3 && !t.covers(others[0]+others[1], 0) {
				continue
			}
			t.arrange()
			before := x.want
			t.lay(x, others, size, at, false)
			if x.want != before && !s.only(x.want) {
				return
			}
		}
	}
}

// single finds the samples where a meld of a size keeps to the budgets.
func (s *supply) single(x *scarcity, size int) {
	uncovered, dead := min(s.uncovered, size), min(s.most, size)
	runs := s.covered[size-minRun][uncovered] & s.live[size-minRun][dead] &^ x.done[size]
	for ; runs != 0 && x.want&s.dead[0] != 0; runs &= runs - 1 {
		x.found(s.after(runAt(bits.TrailingZeros64(uint64(runs)), size), x))
	}
	if size > card.NumSuits {
		return
	}
	ranks := s.setCovered[size-uncovered] & s.setLive[size-dead]
	for ranks = s.sets(x, size, ranks); ranks != 0; ranks &= ranks - 1 {
		set := &x.set[bits.TrailingZeros16(ranks)]
		n := set.missing(size)
		for m := range n + 1 {
			x.found(set.open[n-m] & s.dead[m])
		}
	}
}

// after returns the samples where a run of the cards of w keeps to the budget of dead places.
func (s *supply) after(w card.Cards, x *scarcity) uint64 {
	missing := w &^ s.have.once
	open := missing & s.can.once
	never := (missing &^ open).Count()
	m := open.Count()
	d := [maxRun + 1]uint64(s.dead[never:])
	for ; open != 0; open &= open - 1 {
		in := s.when(open, x)
		for n := 0; n < m && n < maxRun; n++ {
			d[n] = d[n]&in | d[n+1]
		}
		m--
	}
	return d[0]
}
