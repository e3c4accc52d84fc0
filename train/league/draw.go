package league

import "rummygym/env/game"

// Refresh makes the draws that follow use the results recorded so far. A learner
// calls it between updates, so that it does not matter in which order the episodes of
// an update end.
func (l *League) Refresh() { l.weights = l.appendWeights(l.weights[:0]) }

// appendWeights appends the weight of each member, by the results so far.
func (l *League) appendWeights(dst []float64) []float64 {
	shares := 0.0 // of past selves
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

// Draw returns the member that u draws, by weight, Self among them. Equal numbers
// draw the same until the league is told something.
func (l *League) Draw(u uint64) ID { return l.draw(u, true).id }

// DrawOther does the same among all but Self. It panics if there is nobody else.
func (l *League) DrawOther(u uint64) ID { return l.draw(u, false).id }

// Others reports whether there is anybody to draw but Self.
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
		drawn = l.members[i] // the last with a weight, where rounding leaves something
		if left -= l.weights[i]; left < 0 {
			break
		}
	}
	if drawn == nil {
		panic("league: nobody can be drawn: add a past self first")
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
