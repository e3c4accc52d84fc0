package features

import (
	"math/bits"

	"rummygym/env/card"
)

// nearest looks for melds that cover the most natural cards, of which at least
// keep cards must be runs. It is enough to lay at most two sets and to leave the
// runs to the classes of the suits.
//
// A set with one natural card is no better than a run through it; one of two or
// three leaves nothing to choose; and of four it may leave one to a run.
type nearest struct {
	size       int // cards of the declaration
	keep, goal int // covering goal cards is enough

	best int        // the most covered so far; what covers less is not wanted
	base int        // of these, not by the following runs
	runs held       // what the best way leaves to runs
	left int        // the total length of these runs
	pure card.Cards // the place of the pure run if purely has found one

	all *ways // if not nil, best stays, and all ways to cover more are kept here
}

// way is one way to lay sets: what it leaves to runs.
type way struct {
	runs held
	base int32 // natural cards in the sets
	left int32 // total length of the runs
}

// ways is a list of ways. If there are more than it holds, full is set.
type ways struct {
	list [24]way
	n    int
	full bool
}

// found takes note of melds that cover v cards, base of them in sets, and
// reports whether they are enough.
func (n *nearest) found(v, base int, runs held, left int) bool {
	if n.all == nil {
		n.best, n.base, n.runs, n.left = v, base, runs, left
		return v >= n.goal
	}
	if n.all.n == len(n.all.list) {
		n.all.full = true
		return true
	}
	n.all.list[n.all.n] = way{runs, int32(base), int32(left)}
	n.all.n++
	return false
}

// search looks for the most that melds of the given total size cover in h.
// Before it, best is what must be beaten.
func (n *nearest) search(h held, size int) {
	c := h.cover()
	if v := c.at(size); v > n.best {
		if n.found(v, 0, h, size) {
			return
		}
	}
	n.laySets(h, c, 0, 0, size)
}

// laySets tries all sets of rank at least from in h, whose runs cover c. The
// melds still to be laid have the given total size; those before cover base.
func (n *nearest) laySets(h held, c cover, from, base, size int) {
	if size-3 < n.keep {
		return
	}
	a := h.once
	some, both := a|a>>16, a&(a>>16)
	two := uint16(both|both>>32|some&(some>>32)) >> from << from
	if two == 0 {
		return
	}
	// A set of four is bounded as one of three that covers four. A second set
	// covers at most as much as the largest there is.
	bound := c.at(size - 3)
	if size-6 >= n.keep {
		most := 2
		if three := both&(some>>32) | some&(both>>32); uint16(three) != 0 {
			most = 3
			if uint16(both&(both>>32)) != 0 {
				most = 4
			}
		}
		bound = max(bound, most+c.at(size-6))
	}
	for ; two != 0; two &= two - 1 {
		rank := bits.TrailingZeros16(two)
		set := a & (card.Aces << rank)
		k := set.Count()
		if base+k+bound <= n.best {
			continue
		}
		if k < 4 {
			n.laySet(h, set, rank, base+k, size-3)
		} else {
			if size-4 >= n.keep {
				n.laySet(h, set, rank, base+4, size-4)
			}
			for one := set; one != 0; one &= one - 1 {
				n.laySet(h, set&^(one&-one), rank, base+3, size-3)
			}
		}
		if n.best >= n.goal || n.all != nil && n.all.full {
			return
		}
	}
}

// laySet lays a set. With it, base cards are covered, and melds of total size
// rest remain.
func (n *nearest) laySet(h held, set card.Cards, rank, base, rest int) {
	h = h.take(set)
	c := h.cover()
	if v := base + c.at(rest); v > n.best {
		if n.found(v, base, h, rest) {
			return
		}
	}
	n.laySets(h, c, rank, base, rest)
}

// purity is what a pure run may be made of besides the natural cards of a hand.
type purity struct {
	own  card.Cards // wild cards held: each fills its own place
	open card.Cards // cards that can come; the run may lie only where it can be filled
}

// purely reports whether melds with a pure run cover at least goal cards of h,
// where at most holes places of that run are filled neither by a card of h nor
// by one of its own wild cards. The search n has found melds that cover so much;
// a pure run is looked for among those first. If there is one, runs and left
// are without it.
func (n *nearest) purely(h held, p purity, holes, goal int) bool {
	holes = min(holes, maxHoles)
	for k := range holes + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(n.runs.once, s, k); ws != 0; ws &= ws - 1 {
				w := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				left := n.left - w.Count()
				if left < minRun {
					continue
				}
				runs := n.runs.take(w)
				base := n.base + (w & n.runs.once).Count()
				if v := base + runs.cover().at(left); v >= goal {
					n.best, n.base, n.runs, n.left, n.pure = v, base, runs, left, w
					return true
				}
			}
		}
	}
	for k := range holes + 1 {
		for s := range card.Suit(card.NumSuits) {
			for ws := p.windows(h.once, s, k); ws != 0; ws &= ws - 1 {
				w := card.Cards(windows[bits.TrailingZeros64(ws)]) << (16 * s)
				covered := (w & h.once).Count()
				m := nearest{size: n.size, keep: minRun, best: goal - covered - 1, goal: goal - covered}
				m.search(h.take(w), n.size-w.Count())
				if m.best >= m.goal {
					m.best += covered
					m.base += covered
					m.pure = w
					*n = m
					return true
				}
			}
		}
	}
	return false
}

// windows returns the windows of suit s where a pure run can lie with the given
// number of holes, beside the natural cards once.
func (p *purity) windows(once card.Cards, s card.Suit, holes int) uint64 {
	ranks := (once | p.own).Ranks(s)
	ws := pureWindows(ranks, holes)
	if p.open != card.All && ws != 0 {
		ws &= pureWindows(ranks|p.open.Ranks(s), 0)
	}
	return ws
}

// Places in windows of the runs of 4 and 5 cards; before them are those of 3.
const (
	windows4 = 12
	windows5 = windows4 + 11
)

// maxHoles is the most places of a pure run that can be missing: of a run of
// three, all, of longer ones both ends are there.
const maxHoles = 3

// pureWindows returns the windows in which exactly the given number of the ranks
// are missing, in [0, maxHoles], as bits by their number in windows. Of the runs of 4
// and 5 it returns those whose lowest and highest cards are there: where one is
// missing the shorter run has fewer holes, and another run can be longer.
func pureWindows(ranks uint16, holes int) uint64 {
	a := uint64(ranks) | uint64(ranks)&1<<card.NumRanks
	b, c, d := a>>1, a>>2, a>>3
	ends4, ends5 := a&d, a&(a>>4)
	var w3, w4, w5 uint64
	switch holes {
	case 0:
		w3, w4, w5 = a&b&c, ends4&b&c, ends5&b&c&d
	case 1:
		w3, w4, w5 = (a&b|c&(a|b))&^(a&b&c), ends4&(b^c), ends5&(b&c|d&(b|c))&^(b&c&d)
	case 3:
		w3, w5 = ^(a | b | c), ends5&^(b|c|d)
	case 2:
		w3, w4, w5 = (a|b|c)&^(a&b|c&(a|b)), ends4&^(b|c), ends5&(b|c|d)&^(b&c|d&(b|c))
	}
	return w3&(1<<windows4-1) | w4&(1<<11-1)<<windows4 | w5&(1<<10-1)<<windows5
}
