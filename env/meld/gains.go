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
	if a.pure.upTo(j) {
		g.addSuits(a, b.seq, j)
	}
	if b.pure.upTo(j) {
		g.addSuits(b, a.seq, j)
	}
	return g
}

// addSuits takes in that the pure sequence is among the cards of a, and that
// others beside them save seq by sequences.
func (g *gains) addSuits(a *gains, seq lanes, j int) {
	if !seq.upTo(j) {
		g.pure = g.pure.or(a.pure)
		g.both = g.both.or(a.both)
		return
	}
	for k := uint(0); k <= 8*uint(j); k += 8 {
		p := a.pure >> (k & 63) & 0xff
		if p == 0 {
			continue
		}
		together := seq + p*everyLane
		g.pure = g.pure.or(together << (k & 63))
		// Where the others have no sequence, the second one must be in a.
		g.both = g.both.or(together.where(seq) << (k & 63))
		if b := a.both >> (k & 63) & 0xff; b != 0 {
			g.both = g.both.or((seq + b*everyLane) << (k & 63))
		}
	}
}

// most returns the most points saved with j jokers, the pure sequence being
// among the cards of g, where the cards beside them save other by sequences.
func (g *gains) most(other lanes, j int) int {
	best := 0
	for k := 0; k <= j; k++ {
		p := g.pure.at(k)
		sum := p + other.at(j-k)
		if p == 0 {
			sum = 0
		}
		best = max(best, sum)
	}
	return best
}

// mostBoth is most with another sequence beside the pure one, 0 if that cannot
// be or j < 0. Jokers alone are not counted as a sequence here.
func (g *gains) mostBoth(other lanes, j int) int {
	best := 0
	for k := 0; k <= j; k++ {
		// Where the others have no sequence, the second one must be in g.
		p, o := g.pure.at(k), other.at(j-k)
		if o == 0 {
			p = g.both.at(k)
		}
		sum := p + o
		if p == 0 {
			sum = 0
		}
		best = max(best, sum)
	}
	return best
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
func (t *tally) mosts(j int) (most, both int) {
	for k := 0; k <= j; k++ {
		if p := t.a.pure.at(k); p != 0 {
			o := t.b.seq.at(j - k)
			most = max(most, p+o)
			if o == 0 {
				p = t.a.both.at(k)
			}
			if p != 0 {
				both = max(both, p+o)
			}
		}
		if p := t.b.pure.at(k); p != 0 {
			o := t.a.seq.at(j - k)
			most = max(most, p+o)
			if o == 0 {
				p = t.b.both.at(k)
			}
			if p != 0 {
				both = max(both, p+o)
			}
		}
	}
	if j >= 3 {
		both = max(both, t.most(j-3))
	}
	return most, both
}
