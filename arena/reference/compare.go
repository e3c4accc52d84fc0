package reference

import (
	"cmp"
	"math"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// JointConfidence is the probability that no skilled pair is flagged if all agree with
// the table.
const JointConfidence = 0.99

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
	Flagged       bool           // Skilled is set and |z| is above Critical
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
		if !ok || p.Games == 0 {
			continue
		}
		wins := p.Seats[0].Wins
		r := Row{
			First: p.Names[0], Second: p.Names[1], Ours: wins, Theirs: theirs,
			OurGain: p.Seats[0].Gain.Value, OurMedianGain: p.Median, OurRounds: p.MedianRounds,
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
	for i := range c.Rows {
		c.Rows[i].Flagged = c.Rows[i].Skilled && math.Abs(c.Rows[i].Test.Z) > c.Critical
	}
	for i := range c.Margins {
		c.Margins[i].Flagged = math.Abs(c.Margins[i].Test.Z) > c.Critical
	}
	c.Skilled = fit(c.Rows, func(r Row) bool { return r.Skilled })
	c.Clean = fit(c.Rows, func(r Row) bool { return r.Skilled && !r.Doubled })
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

func skilled(name string) bool { return Base(name) != "random" && Base(name) != "defeat-seeking" }

func doubled(name string) bool { return Base(name) == "min-dist-score" || Base(name) == "min-dist-opp" }
