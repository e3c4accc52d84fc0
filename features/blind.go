package features

import (
	"math/bits"

	"rummygym/env/card"
)

// cover returns what runs through all four suits can cover.
func (l *lanes) cover() cover {
	p := int(tab.pair[int(l[0].class())*numClasses+int(l[1].class())])
	q := int(tab.pair[int(l[2].class())*numClasses+int(l[3].class())])
	return tab.four[p*numClasses+q]
}

// most returns the most natural cards that melds of the given total size can
// cover, of which at least keep must be runs. Answers up to floor are returned
// as floor, and an answer of at least goal need not be the best. It is enough
// to try at most two sets.
func (l *lanes) most(size, keep, floor, goal int) int {
	c := l.cover()
	best := max(floor, c.at(size))
	if best >= goal {
		return best
	}
	s := setSearch{keep: keep, best: best, goal: goal}
	s.lay(l, c, 0, 0, size)
	return s.best
}

// setSearch looks for the sets that let melds cover the most.
type setSearch struct {
	keep, goal int // see lanes.most
	best       int // the most covered so far
}

// lay tries all sets of rank at least from in l, whose runs cover c. The melds
// still to be laid have the given total size; those before cover base.
//
// A set with one natural card is no better than a run through it, one of two or
// three leaves no place for choice, and of four it may leave one to a run.
func (s *setSearch) lay(l *lanes, c cover, from, base, size int) {
	if size-3 < s.keep {
		return
	}
	k0, k1, k2, k3 := l[0].once(), l[1].once(), l[2].once(), l[3].once()
	some01, both01, some23, both23 := k0|k1, k0&k1, k2|k3, k2&k3
	two := both01 | both23 | some01&some23
	two = two >> from << from
	if two == 0 {
		return
	}
	three := both01&some23 | both23&some01
	four := both01 & both23
	// A second set covers at most as much as the largest there is.
	first, second := c.at(size-3), -1
	if size-6 >= s.keep {
		second = 2 + c.at(size-6)
		if three != 0 {
			second++
		}
		if four != 0 {
			second++
		}
	}
	bound := base + max(first, second)
	for ; two != 0; two &= two - 1 {
		x := two & -two
		n := 2
		if three&x != 0 {
			n = 3
			if four&x != 0 {
				n = 4
			}
		}
		if bound+n <= s.best {
			continue
		}
		if n < 4 {
			s.take(l, x, k0&x, k1&x, k2&x, k3&x, base+n, size-3)
		} else {
			if size-4 >= s.keep {
				s.take(l, x, x, x, x, x, base+4, size-4)
			}
			s.take(l, x, 0, x, x, x, base+3, size-3)
			s.take(l, x, x, 0, x, x, base+3, size-3)
			s.take(l, x, x, x, 0, x, base+3, size-3)
			s.take(l, x, x, x, x, 0, base+3, size-3)
		}
		if s.best >= s.goal {
			return
		}
	}
}

// take lays a set of rank x (one bit) with the cards x0 to x3 of the suits.
// With it, base cards are covered, and melds of total size rest remain.
func (s *setSearch) take(l *lanes, x, x0, x1, x2, x3 uint16, base, rest int) {
	m := lanes{l[0].take(x0), l[1].take(x1), l[2].take(x2), l[3].take(x3)}
	c := m.cover()
	if v := base + c.at(rest); v > s.best {
		s.best = v
		if v >= s.goal {
			return
		}
	}
	s.lay(&m, c, bits.TrailingZeros16(x), base, rest)
}

// pureWithin reports whether some declaration of 13 cards has a pure run with at
// most holes places, in [0, 2], that neither a card of l nor, in its own place,
// one of own fills, and covers at least goal natural cards.
func (l *lanes) pureWithin(own card.Cards, holes, goal int) bool {
	for h := range holes + 1 {
		for s := range card.Suit(card.NumSuits) {
			nat := l[s].once()
			for ws := pureWindows(nat|own.Ranks(s), h); ws != 0; ws &= ws - 1 {
				w := windows[bits.TrailingZeros64(ws)]
				if l.pureAt(s, w, goal) {
					return true
				}
			}
		}
	}
	return false
}

// pureAt reports whether melds with a pure run in w of suit s cover at least
// goal natural cards.
func (l *lanes) pureAt(s card.Suit, w uint16, goal int) bool {
	m := *l
	m[s] = m[s].take(w)
	rest := goal - bits.OnesCount16(w&l[s].once())
	return rest <= 0 || m.most(maxTotal-bits.OnesCount16(w), minRun, rest-1, rest) >= rest
}

// Places in windows of the runs of 3, 4 and 5 cards, by their lowest card.
const (
	windows3 = 0
	windows4 = 12
	windows5 = windows4 + 11
)

// pureWindows returns the windows in which exactly the given number of the ranks
// are missing, in [0, 2], as bits by their number in windows. Of the runs of 4
// and 5 it returns those whose lowest and highest cards are there: where one is
// missing the shorter run has fewer holes, and another run can be longer.
func pureWindows(ranks uint16, holes int) uint64 {
	a := uint64(ranks) | uint64(ranks)&1<<card.NumRanks
	b, c := a>>1, a>>2
	ends4, ends5 := a&(a>>3), a&(a>>4)
	d := a >> 3
	var w3, w4, w5 uint64
	switch holes {
	case 0:
		w3, w4, w5 = a&b&c, ends4&b&c, ends5&b&c&d
	case 1:
		w3, w4, w5 = (a&b|c&(a|b))&^(a&b&c), ends4&(b^c), ends5&(b&c|d&(b|c))&^(b&c&d)
	case 2:
		w3, w4, w5 = (a|b|c)&^(a&b|c&(a|b)), ends4&^(b|c), ends5&(b|c|d)&^(b&c|d&(b|c))
	}
	return w3&(1<<12-1) | w4&(1<<11-1)<<windows4 | w5&(1<<10-1)<<windows5
}
