package meld

// gains holds the points that the cards of one suit, or of several, can save by
// sequences alone. A lane of pure or both is 0 if there are no such sequences.
type gains struct {
	seq  lanes // by any number of sequences
	pure lanes // by a pure sequence, alone or with other sequences
	both lanes // by a pure sequence and at least one other sequence
}

// addPure updates g with a pure sequence that saves the given points and uses wilds
// wild cards in their own places. The cards that it leaves save rest by sequences.
func (g *gains) addPure(rest lanes, points, wilds int) {
	together := rest.after(points, wilds)
	g.pure = g.pure.or(together)
	g.both = g.both.or(together.where(rest << (8 * uint(wilds))))
}

// most returns the maximum points saved with j jokers if the pure sequence is among
// the cards of g and all other cards save other by sequences.
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

// mostBoth is most with another sequence besides the pure one. It returns 0 if there
// is none or j < 0. Jokers alone do not count as a sequence here.
func (g *gains) mostBoth(other lanes, j int) int {
	var best lanes
	p, q, o := g.pure, g.both, other.reversed(j)
	for ; j >= 0; j-- {
		// If the other cards have no sequence, the second one must be in g.
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
		// If the other cards have no sequence, the second one must be in g.
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
