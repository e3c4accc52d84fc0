package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// twoSets finds the samples where two sets of the given sizes keep to the budgets.
func (s *supply) twoSets(x *scarcity, a, b int) {
	covered, live := &s.setCovered, &s.setLive
	// ranks returns those of which a set of one size keeps to the budgets with a set of another one.
	ranks := func(size, other int) uint16 {
		uncovered, dead := 0, 0
		for uncovered < other && covered[other-uncovered] == 0 {
			uncovered++
		}
		for dead < other && live[other-dead] == 0 {
			dead++
		}
		if uncovered, dead = s.uncovered-uncovered, s.most-dead; uncovered < 0 || dead < 0 {
			return 0
		}
		return covered[max(0, size-uncovered)] & live[max(0, size-dead)]
	}
	second := s.sets(x, b, ranks(b, a))
	first := second
	if a != b && second != 0 {
		first = s.sets(x, a, ranks(a, b))
	}
	for ; first != 0; first &= first - 1 {
		rank := bits.TrailingZeros16(first)
		one := &x.set[rank]
		n := one.missing(a)
		others := second & covered[max(0, b-s.uncovered+n)] &^ (1 << rank)
		if a == b { // the sets of lower ranks were the first one
			others &= ^uint16(0) << rank
		}
		for ; others != 0; others &= others - 1 {
			other := &x.set[bits.TrailingZeros16(others)]
			m := other.missing(b)
			for i := range n + 1 {
				for j := range m + 1 {
					x.found(one.open[n-i] & other.open[m-j] & s.dead[i+j])
				}
			}
			if x.want&s.dead[0] == 0 {
				return
			}
		}
	}
	for ranks := ranksHeld(s.have.plus(s.can).twice)[1]; ranks != 0; ranks &= ranks - 1 { // both of one rank
		set := s.bothSets(x, card.Aces<<bits.TrailingZeros16(ranks))
		if n := set.missing(a + b); n <= s.uncovered {
			for i := range n + 1 {
				x.found(set.open[n-i] & s.dead[i])
			}
		}
	}
}

// places describes the places for cards of one rank: how many of them are covered, and the samples
// where at least n of the others are open, by n.
type places struct {
	covered int
	open    [2*card.NumSuits + 1]uint64
}

// missing returns the number of places to fill of so many.
func (p *places) missing(size int) int { return max(0, size-p.covered) }

// sets returns those of the ranks of which a set of a size keeps to the budget in some wanted sample,
// and sets x.set for them. A set has the best places of its rank: first the covered and then the
// open ones.
func (s *supply) sets(x *scarcity, size int, ranks uint16) (some uint16) {
	for ; ranks != 0; ranks &= ranks - 1 {
		rank := bits.TrailingZeros16(ranks)
		cs, set := card.Aces<<rank, &x.set[rank]
		same := ((s.have.once^x.have.once)|(s.can.once^x.can.once))&cs == 0 && x.comes.twice == 0
		if !same || x.known>>rank&1 == 0 {
			x.known &^= 1 << rank
			if same {
				x.known |= 1 << rank
			}
			set.covered = (s.have.once & cs).Count()
			var one, two, three, four uint64
			for open := cs & s.can.once &^ s.have.once; open != 0; open &= open - 1 {
				in := s.when(open, x)
				four |= three & in
				three |= two & in
				two |= one & in
				one |= in
			}
			set.open = [len(set.open)]uint64{x.samples.all, one, two, three, four}
		}
		n, in := set.missing(size), uint64(0)
		for i := range n + 1 {
			in |= set.open[n-i] & s.dead[i]
		}
		if in&x.want != 0 {
			some |= 1 << rank
		}
	}
	return some
}

// bothSets returns the places of two sets of the cards cs.
func (s *supply) bothSets(x *scarcity, cs card.Cards) (p places) {
	p.covered = (s.have.once & cs).Count() + (s.have.twice & cs).Count()
	p.open[0] = x.samples.all
	add := func(in uint64) {
		for i := len(p.open) - 1; i > 0; i-- {
			p.open[i] |= p.open[i-1] & in
		}
	}
	for ; cs != 0; cs &= cs - 1 {
		one := cs & -cs
		if s.have.twice&one != 0 || s.can.once&one == 0 {
			continue
		}
		add(s.when(one, x))
		if s.have.once&one == 0 && s.can.twice&one != 0 {
			t := *s
			t.can = t.can.take(one)
			add(t.when(one, x))
		}
	}
	return p
}
