package reference

import (
	"math"
	"slices"

	"rummygym/agents/arena"
	"rummygym/agents/arena/stats"
)

// MarginRow is one margin beside the tournament's.
type MarginRow struct {
	Margin
	Ours    stats.Estimate
	Test    stats.Test // that both are the same
	Flagged bool       // |z| above Critical
}

// eitherSeat compares with a table of pairs of players, whoever sits where: with
// the wins of both orders of each two agents where those count alike
// (arena.Terms.AnyStarter), else with those of the first-named in seat 0.
func (c *Comparison) eitherSeat(s *arena.Summary) {
	for i, a := range s.Agents {
		for j, b := range s.Agents {
			theirs, ok := c.Table.find(a, b)
			ours := s.WinsOver(i, j)
			listed := slices.ContainsFunc(c.Table.Pairs, func(p Pair) bool { return p.First == a && p.Second == b })
			if !ok || !listed || ours.Trials == 0 {
				continue // the other order stands in the table, or neither
			}
			c.Rows = append(c.Rows, Row{First: a, Second: b, Ours: ours, Theirs: theirs, Skilled: true,
				Difference: difference(ours, theirs), Test: stats.TestZero(difference(ours, theirs))})
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
		// Theirs is the difference of two rates like ours, rounded to .01.
		n := float64(m.Games)
		theirs := math.Sqrt((p.Value()*(1-p.Value())+q.Value()*(1-q.Value()))/n + 0.01*0.01/12)
		c.Margins = append(c.Margins, MarginRow{Margin: m, Ours: ours,
			Test: stats.TestZero(stats.Estimate{Value: ours.Value - m.More, StdErr: math.Hypot(ours.StdErr, theirs)})})
	}
	c.judge()
}
