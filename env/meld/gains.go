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
	var best lanes
	p, q, o := g.pure, g.both, other.reversed(j)
	for ; j >= 0; j-- {
		// Where the others have no sequence, the second one must be in g.
		x, z := p&0xff, o&0xff
		if z == 0 {
			x = q & 0xff
		}
		sum := x + z
		if x == 0 {
			sum = 0
		}
		best = max(best, sum)
		p, q, o = p>>8, q>>8, o>>8
	}
	return int(best)
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
