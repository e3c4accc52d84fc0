package mindist

import (
	"math/bits"

	"rummygym/env/card"
)

// nearest searches for melds that cover the maximum number of natural cards, where the runs
// must have a total length of at least keep. It is enough to lay at most two sets and to
// find what runs cover by the classes of the suits.
//
// A set with one natural card is no better than a run through it; a set takes all natural
// cards of a rank with two or three; and of four it may leave one to a run.
type nearest struct {
	size       int // cards of the declaration
	keep, goal int // the search stops at goal cards covered

	best int        // maximum number covered so far; only more is of interest
	base int        // number of these covered by sets and the pure run
	runs held       // cards that the best way leaves to runs
	left int        // total length of these runs
	pure card.Cards // cards of the pure run if purely has found one

	all *ways // if not nil, best does not change, and all ways to cover more are kept here
}

// way is one way to lay sets.
type way struct {
	runs held  // cards left to runs
	base int32 // natural cards in the sets
	left int32 // total length of the runs
}

// ways is a list of ways. full is set if there are more than fit.
type ways struct {
	list [24]way
	n    int
	full bool
}

// found records melds that cover v cards, base of them in sets, and reports whether the
// search can stop.
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

// search finds the maximum number of cards of h that melds of the given total size cover.
// Before the call, best is the number to exceed.
func (n *nearest) search(h held, size int) {
	c := h.cover()
	if v := c.at(size); v > n.best {
		if n.found(v, 0, h, size) {
			return
		}
	}
	n.laySets(h, c, 0, 0, size)
}

// laySets tries all sets of rank at least from in h, whose runs cover c. The melds still to
// be laid have the given total size; the sets laid before cover base cards.
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
	// The bound treats a set of four as a set of three that covers four cards. A second set
	// covers at most as many cards as the largest set.
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

// laySet lays a set. base counts the cards covered with it, and melds of total size rest
// are still to be laid.
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

// purity holds the cards that a pure run may contain besides the natural cards of a hand.
type purity struct {
	own  card.Cards // wild cards of the hand, each in its own place
	open card.Cards // cards that can come: they can fill the other places
}

// purely reports whether melds with a pure run cover at least goal cards of h, where at
// most holes places of that run are filled neither by a card of h nor by an own wild card.
// n holds melds that cover at least goal cards; purely first looks for a pure run among
// those. If there is one, it sets n to melds with it, and runs and left do not include it.
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

// windows returns the windows of suit s where a pure run with the given number of holes can
// be, given the natural cards once.
func (p *purity) windows(once card.Cards, s card.Suit, holes int) uint64 {
	ranks := (once | p.own).Ranks(s)
	ws := pureWindows(ranks, holes)
	if p.open != card.All && ws != 0 {
		ws &= pureWindows(ranks|p.open.Ranks(s), 0)
	}
	return ws
}

// The indices in windows of the first runs of 4 and of 5 cards; runs of 3 come first.
const (
	windows4 = 12
	windows5 = windows4 + 11
)

// maxHoles is the maximum number of missing places in a pure run: all of a run of three, or
// all but both ends of a longer one.
const maxHoles = 3

// pureWindows returns the windows in which exactly the given number of ranks, in [0,
// maxHoles], are missing, as bits by their index in windows. It returns runs of 4 and 5
// only if their lowest and highest cards are present: without one of them the shorter run
// has fewer holes, and another run can be longer.
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
