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

// tally is the gains of two suits and of the two others.
type tally [2]gains

// most returns the most points that sequences save with j jokers.
func (t *tally) most(j int) int {
	a, b := &t[0], &t[1]
	best := lanes(0)
	for k := uint(0); k <= 8*uint(j); k += 8 {
		r := (8*uint(j) - k) & 63
		if p := a.pure >> (k & 63) & 0xff; p != 0 {
			best = max(best, p+b.seq>>r&0xff)
		}
		if p := b.pure >> (k & 63) & 0xff; p != 0 {
			best = max(best, p+a.seq>>r&0xff)
		}
	}
	return int(best)
}

// mostBoth returns the most points that sequences save with j jokers if a pure
// sequence and another one are among them, and 0 if that cannot be or j < 0.
func (t *tally) mostBoth(j int) int {
	best := max(t.half(0, j), t.half(1, j))
	if j >= 3 { // three jokers alone are the other sequence
		best = max(best, t.most(j-3))
	}
	return best
}

// both returns mostBoth in the lanes up to j.
func (t *tally) both(j int) lanes {
	if j == 0 {
		return lanes(t.mostBoth(0))
	}
	var g gains
	if t[0].pure.upTo(j) {
		g.addSuits(&t[0], t[1].seq, j)
	}
	if t[1].pure.upTo(j) {
		g.addSuits(&t[1], t[0].seq, j)
	}
	return g.both.or(g.pure << 24)
}

// half is mostBoth with the pure sequence among the suits of t[i].
func (t *tally) half(i, j int) int {
	a, other := &t[i], t[1-i].seq
	if j < 0 || !a.pure.upTo(j) {
		return 0
	}
	best := lanes(0)
	for k := uint(0); k <= 8*uint(j); k += 8 {
		// Where the others have no sequence, the second one must be in a.
		p := a.pure
		o := other >> ((8*uint(j) - k) & 63) & 0xff
		if o == 0 {
			p = a.both
		}
		if p = p >> (k & 63) & 0xff; p != 0 {
			best = max(best, p+o)
		}
	}
	return int(best)
}

// saves returns the most points saved with j jokers besides sets of the given
// points, or 0 if there are sets and not the two sequences demanded first.
func (t *tally) saves(j, sets int) int {
	if sets == 0 {
		return t.most(j)
	}
	if both := t.mostBoth(j); both != 0 {
		return sets + both
	}
	return 0
}
