package league

import "rummygym/env/game"

// Refresh makes the following draws use the results recorded so far. A learner calls it
// between updates, so that draws do not depend on the order in which the episodes of an
// update end.
func (l *League) Refresh() { l.weights = l.appendWeights(l.weights[:0]) }

// appendWeights appends the weight of each member, given the results so far.
func (l *League) appendWeights(dst []float64) []float64 {
	shares := 0.0 // total share of past selves
	for i, m := range l.members {
		w := m.weight
		if l.past(m) {
			w = 0
			if !m.retired {
				w = l.cfg.Past.Rule.share(i == len(l.members)-1, m.rate())
			}
			shares += w
		}
		dst = append(dst, w)
	}
	for i, m := range l.members {
		if l.past(m) && shares > 0 {
			dst[i] *= l.cfg.Past.Weight / shares
		}
	}
	return dst
}

// Draw returns the member that the random number u selects, by weight, including Self.
// Equal numbers select the same member until the league changes.
func (l *League) Draw(u uint64) ID { return l.draw(u, true).id }

// DrawOther is Draw without Self. It panics if there is no other member.
func (l *League) DrawOther(u uint64) ID { return l.draw(u, false).id }

// Others reports whether there is any member to draw except Self.
func (l *League) Others() bool { return sum(l.weights[1:]) > 0 }

func (l *League) draw(u uint64, self bool) *member {
	from := 0
	if !self {
		from = 1
	}
	left := game.Unit(u) * sum(l.weights[from:])
	var drawn *member
	for i := from; i < len(l.members); i++ {
		if l.weights[i] == 0 {
			continue
		}
		drawn = l.members[i] // the last one with a weight, in case rounding leaves a rest
		if left -= l.weights[i]; left < 0 {
			break
		}
	}
	if drawn == nil {
		panic("league: there is no member to draw: add a past self first")
	}
	return drawn
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
