package reference

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// JointConfidence is the probability that no skilled pair is flagged if all agree with
// the table.
const JointConfidence = 0.99

// Detectable is the largest difference of win rates that a comparison within it may have missed. If a comparison could have
// missed more, it decides nothing.
const Detectable = 0.10

// Verdict is what a comparison says about a difference of two win rates.
type Verdict struct {
	Flagged bool    // |z| is above Critical
	Finds   float64 // half of the joint interval of the difference: the comparison may have missed one of this size
}

// judged returns the verdict on a test, of which a difference of reach would have been found.
func judged(t stats.Test, critical, reach float64) Verdict {
	return Verdict{math.Abs(t.Z) > critical, reach}
}

// String returns OUTSIDE, or with the difference that may have been missed "within" or "undecided".
func (v Verdict) String() string {
	switch {
	case v.Flagged:
		return "OUTSIDE"
	case v.Finds <= Detectable:
		return fmt.Sprintf("within ± %.3f", v.Finds)
	}
	return fmt.Sprintf("undecided ± %.3f", v.Finds)
}

// Comparison compares the pairs of a tournament with those of a table.
type Comparison struct {
	Table    *Table
	Rows     []Row
	Margins  []MarginRow
	Critical float64 // the |z| above which a skilled pair is flagged (Šidák)
	Skilled  Fit     // test of the rows with Skilled set
	Clean    Fit     // test of the rows with Skilled set and Doubled not set
}

// Row compares one pair.
type Row struct {
	First, Second string // as the tournament names them
	Ours          stats.Proportion
	OurGain       float64
	OurMedianGain float64
	OurRounds     float64 // median
	Theirs        Pair
	Difference    stats.Estimate // of the win rates, ours minus theirs, with the pooled standard error of two independent samples
	Test          stats.Test     // of the hypothesis that the difference is 0
	Skilled       bool           // neither player is Random or DefeatSeeking
	Doubled       bool           // the table is of the authors and has MinDistScore or MinDistOpp, for which their program duplicates cards
	Verdict                      // of skilled pairs
}

// Fit is a joint chi-square test of several pairs.
type Fit struct {
	Pairs     int
	Flagged   int
	ChiSquare float64
	P         float64 // NaN for no pairs
}

// Compare compares the pairs that both the tournament and the table have, in the
// order of the tournament. The z of a pair is that of two independent samples of
// games, by Fisher's exact test where small numbers of wins or losses are expected. The win rates of the table are rounded, which is neglected: a rate given to
// three places has a rounding error of .0003.
func (t *Table) Compare(s *arena.Summary) *Comparison {
	c := &Comparison{Table: t}
	if s.Seats != 2 {
		return c
	}
	if t.EitherSeat {
		c.eitherSeat(s)
		return c
	}
	for _, p := range s.Pairs {
		theirs, ok := t.find(p.Names[0], p.Names[1])
		if !ok || p.Rows == 0 {
			continue
		}
		wins := p.Wins
		r := Row{
			First: p.Names[0], Second: p.Names[1], Ours: wins, Theirs: theirs,
			OurGain: p.Gain.Value, OurMedianGain: p.Median, OurRounds: p.MedianRounds,
			Skilled: skilled(p.Names[0]) && skilled(p.Names[1]),
			Doubled: t.Authors && (doubled(p.Names[0]) || doubled(p.Names[1])),
		}
		r.Difference, r.Test = difference(wins, theirs), stats.TestRates(wins, theirs.Proportion())
		c.Rows = append(c.Rows, r)
		if r.Skilled {
			c.Skilled.Pairs++
		}
	}
	c.judge()
	return c
}

// judge flags the skilled pairs and the margins with |z| above Critical, and computes the
// joint tests.
func (c *Comparison) judge() {
	c.Critical = stats.JointCritical(c.Skilled.Pairs+len(c.Margins), JointConfidence)
	confidence := math.Erf(c.Critical / math.Sqrt2) // of one comparison
	for i, r := range c.Rows {
		if r.Skilled {
			c.Rows[i].Verdict = judged(r.Test, c.Critical, math.Hypot(reach(r.Ours, confidence), reach(r.Theirs.Proportion(), confidence)))
		}
	}
	for i, m := range c.Margins {
		c.Margins[i].Verdict = judged(m.Test, c.Critical, c.Critical*m.StdErr)
	}
	c.Skilled = fit(c.Rows, func(r Row) bool { return r.Skilled })
	c.Clean = fit(c.Rows, func(r Row) bool { return r.Skilled && !r.Doubled })
}

// reach returns how far a Wilson interval reaches from the rate. That of two rates is the root of the sum of their squares
// (Newcombe), which is right also where all games are won.
func reach(p stats.Proportion, confidence float64) float64 {
	i := p.Wilson(confidence)
	return max(p.Value()-i.Low, i.High-p.Value())
}

// difference returns our win rate minus theirs, with the pooled standard error. The wins
// of the table need not be an integer.
func difference(ours stats.Proportion, theirs Pair) stats.Estimate {
	n, m := float64(ours.Trials), float64(theirs.Games)
	pool := (float64(ours.Successes) + float64(theirs.Win*m)) / (n + m)
	return stats.Estimate{Value: ours.Value() - theirs.Win, StdErr: math.Sqrt(pool * (1 - pool) * (1/n + 1/m))}
}

// Proportion returns the wins of the first-named, rounded to whole games, out of the
// games of the pair.
func (p *Pair) Proportion() stats.Proportion {
	return stats.Proportion{Successes: int(math.Round(p.Win * float64(p.Games))), Trials: p.Games}
}

// Labels returns the names of both players in the table.
func (p *Pair) Labels() (first, second string) {
	return cmp.Or(p.FirstLabel, p.First), cmp.Or(p.SecondLabel, p.Second)
}

func fit(rows []Row, in func(Row) bool) Fit {
	var f Fit
	var z []float64
	for _, r := range rows {
		if in(r) {
			f.Pairs++
			z = append(z, r.Test.Z)
			if r.Flagged {
				f.Flagged++
			}
		}
	}
	f.ChiSquare, _, f.P = stats.ChiSquare(z)
	return f
}

func skilled(name string) bool { return base(name) != "random" && base(name) != "defeat-seeking" }

func doubled(name string) bool { return base(name) == "min-dist-score" || base(name) == "min-dist-opp" }

// MarginRow compares one margin with that of the tournament.
type MarginRow struct {
	Margin
	Ours   stats.Estimate
	StdErr float64    // of the difference between both
	Test   stats.Test // of the hypothesis that both are equal
	Verdict
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
		d := stats.Estimate{Value: ours.Value - m.Difference, StdErr: math.Hypot(ours.StdErr, theirs)}
		c.Margins = append(c.Margins, MarginRow{Margin: m, Ours: ours, StdErr: d.StdErr, Test: stats.TestZero(d)})
	}
	c.judge()
}

// TableIAgents holds the agents of Table I, in the order of the table.
var TableIAgents = [4]string{"min-score", "min-dist", "min-dist-score", "min-dist-opp"}

// tableI is Table I of saha2025mindist, "True skill win probabilities (first
// mover's advantage adjusted)", from 1,000 games per pair. The agent of the row moves
// first.
var tableI = [4][4]float64{
	{0.5, 0.43, 0.41, 0.37},
	{0.55, 0.5, 0.48, 0.45},
	{0.58, 0.52, 0.5, 0.47},
	{0.62, 0.55, 0.54, 0.5},
}

// tableIError is the standard error of an entry off the diagonal, which is the
// difference of two rates near one half, of 1,000 games each, rounded to .01.
var tableIError = math.Sqrt(2*0.25/1000 + 0.01*0.01/12)

// Adjusted is an entry of Table I together with that of a tournament.
type Adjusted struct {
	First, Second string // as the tournament names them
	Ours          stats.Estimate
	Paper         float64
	StdErr        float64    // of the difference between both
	Test          stats.Test // of the hypothesis that both are equal
	Verdict                  // jointly for all entries
}

// CompareTableI returns the entries of Table I off the diagonal for agents that take
// part in the tournament, row by row in the order of the tournament's agents. It returns
// nil if the tournament does not consist of all ordered pairs. The entries of a row share
// the advantage of their agent and are not independent.
func CompareTableI(s *arena.Summary) []Adjusted {
	if s.Skill == nil {
		return nil
	}
	var out []Adjusted
	for i, first := range s.Agents {
		for j, second := range s.Agents {
			a, b := slices.Index(TableIAgents[:], base(first)), slices.Index(TableIAgents[:], base(second))
			if i == j || a < 0 || b < 0 {
				continue
			}
			ours := s.Skill.Adjusted[i][j].Estimate
			d := stats.Estimate{Value: ours.Value - tableI[a][b], StdErr: math.Hypot(ours.StdErr, tableIError)}
			out = append(out, Adjusted{First: first, Second: second, Ours: ours, Paper: tableI[a][b], StdErr: d.StdErr, Test: stats.TestZero(d)})
		}
	}
	critical := stats.JointCritical(len(out), JointConfidence)
	for i, a := range out {
		out[i].Verdict = judged(a.Test, critical, critical*a.StdErr)
	}
	return out
}
