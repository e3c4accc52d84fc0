package meld

// gains is what some cards can save by sequences alone: the cards of one suit,
// or of several. Lanes of pure and both are 0 where there is no such thing.
type gains struct {
	seq  lanes // by any sequences, or none
	pure lanes // by a pure sequence, alone or with other sequences
	both lanes // by a pure sequence and at least one other sequence
}

// addPure takes in a pure sequence that saves points and uses a number of wild
// cards in their own places, and leaves cards that save rest by sequences.
func (g *gains) addPure(rest lanes, points, wilds int) {
	together := rest.after(points, wilds)
	g.pure = g.pure.or(together)
	g.both = g.both.or(together.where(rest << (8 * uint(wilds))))
}

// join returns the gains of the suits of a and of b together, with the lanes up
// to j right.
func join(a, b *gains, j int) gains {
	if j == 0 {
		var g gains
		x, y := a.seq&0xff, b.seq&0xff
		g.seq = x + y
		if p := a.pure & 0xff; p != 0 {
			g.pure = p + y
			g.both = a.both & 0xff
			if y != 0 {
				g.both = g.pure
			}
		}
		if p := b.pure & 0xff; p != 0 {
			g.pure = max(g.pure, p+x)
			if x != 0 {
				g.both = max(g.both, p+x)
			} else {
				g.both = max(g.both, b.both&0xff)
			}
		}
		return g
	}
	g := gains{seq: a.seq.with(b.seq, j)}
	inA, inB := a.pure.upTo(j), b.pure.upTo(j)
	switch {
	case !inA && !inB:
	case !b.seq.upTo(j):
		g.pure, g.both = a.pure, a.both
	case !a.seq.upTo(j):
		g.pure, g.both = b.pure, b.both
	default:
		for k := 0; k <= j; k++ {
			pure, both := 0, 0
			if inA {
				pure, both = a.mosts(b.seq, k)
			}
			if inB {
				p, q := b.mosts(a.seq, k)
				pure, both = max(pure, p), max(both, q)
			}
			g.pure |= lanes(pure) << (8 * uint(k) & 63)
			g.both |= lanes(both) << (8 * uint(k) & 63)
		}
	}
	return g
}

// most returns the most points saved with j jokers, the pure sequence being
// among the cards of g, where the cards beside them save other by sequences.
func (g *gains) most(other lanes, j int) int {
	var best lanes
	p, o := g.pure, other.reversed(j)
	for ; j >= 0; j-- {
		sum := p&0xff + o&0xff
		if p&0xff == 0 {
			sum = 0
		}
		best = max(best, sum)
		p, o = p>>8, o>>8
	}
	return int(best)
}

// mostBoth is most with another sequence beside the pure one, 0 if that cannot
// be or j < 0. Jokers alone are not counted as a sequence here.
func (g *gains) mostBoth(other lanes, j int) int {
	_, both := g.mosts(other, j)
	return both
}

// mosts returns most and mostBoth.
func (g *gains) mosts(other lanes, j int) (pure, both int) {
	var most, mostBoth lanes
	p, q, o := g.pure, g.both, other.reversed(j)
	for ; j >= 0; j-- {
		// Where the others have no sequence, the second one must be in g.
		x, y, z := p&0xff, q&0xff, o&0xff
		if z != 0 {
			y = x
		}
		sum, sumBoth := x+z, y+z
		if x == 0 {
			sum = 0
		}
		if y == 0 {
			sumBoth = 0
		}
		most, mostBoth = max(most, sum), max(mostBoth, sumBoth)
		p, q, o = p>>8, q>>8, o>>8
	}
	return int(most), int(mostBoth)
}

// tally is the gains of two parts of a hand.
type tally struct{ a, b gains }

// most is [count.most].
func (t *tally) most(j int) int {
	best := 0
	if t.a.pure != 0 {
		best = t.a.most(t.b.seq, j)
	}
	if t.b.pure != 0 {
		best = max(best, t.b.most(t.a.seq, j))
	}
	return best
}

// mostBoth is [count.mostBoth].
func (t *tally) mostBoth(j int) int {
	best := 0
	if t.a.pure != 0 {
		best = t.a.mostBoth(t.b.seq, j)
	}
	if t.b.pure != 0 {
		best = max(best, t.b.mostBoth(t.a.seq, j))
	}
	if j >= 3 { // three jokers alone are the other sequence
		best = max(best, t.most(j-3))
	}
	return best
}

// mosts returns most and mostBoth.
func (t *tally) mosts(j int) (pure, both int) {
	if t.a.pure != 0 {
		pure, both = t.a.mosts(t.b.seq, j)
	}
	if t.b.pure != 0 {
		p, q := t.b.mosts(t.a.seq, j)
		pure, both = max(pure, p), max(both, q)
	}
	if j >= 3 {
		both = max(both, t.most(j-3))
	}
	return pure, both
}
