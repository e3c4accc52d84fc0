package reference

import (
	"math"
	"slices"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// MarginRow compares one margin with that of the tournament.
type MarginRow struct {
	Margin
	Ours    stats.Estimate
	Test    stats.Test // of the hypothesis that both are equal
	Flagged bool       // |z| is above Critical
}

// eitherSeat compares with a table of unordered pairs. It uses the wins of both seat
// orders if they are equivalent (game.Terms.AnyStarter), and otherwise those of the
// first-named in seat 0.
func (c *Comparison) eitherSeat(s *arena.Summary) {
	for i, a := range s.Agents {
		for j, b := range s.Agents {
			theirs, ok := c.Table.find(a, b)
			ours := s.WinsOver(i, j)
			listed := slices.ContainsFunc(c.Table.Pairs, func(p Pair) bool { return p.First == a && p.Second == b })
			if !ok || !listed || ours.Trials == 0 {
				continue // the table has the other order, or neither
			}
			c.Rows = append(c.Rows, Row{First: a, Second: b, Ours: ours, Theirs: theirs, Skilled: true,
				Difference: difference(ours, theirs), Test: stats.TestRates(ours, theirs.Proportion())})
			c.Skilled.Pairs++
		}
	}
	for _, m := range c.Table.Margins {
		first, second, opponent := slices.Index(s.Agents, m.First), slices.Index(s.Agents, m.Second), slices.Index(s.Agents, m.Opponent)
		if first < 0 || second < 0 || opponent < 0 {
			continue
		}
		p, q := s.WinsOver(first, opponent), s.WinsOver(second, opponent)
		if p.Trials == 0 || q.Trials == 0 {
			continue
		}
		ours := stats.Estimate{Value: p.Value() - q.Value(), StdErr: math.Sqrt(p.Variance() + q.Variance())}
		// The table has the difference of two such rates, rounded to .01.
		n := float64(m.Games)
		theirs := math.Sqrt((float64(p.Value()*(1-p.Value()))+float64(q.Value()*(1-q.Value())))/n + 0.01*0.01/12)
		c.Margins = append(c.Margins, MarginRow{Margin: m, Ours: ours,
			Test: stats.TestZero(stats.Estimate{Value: ours.Value - m.Difference, StdErr: math.Hypot(ours.StdErr, theirs)})})
	}
	c.judge()
}
