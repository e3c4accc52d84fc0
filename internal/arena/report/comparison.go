package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/internal/arena/reference"
	"rummygym/internal/table"
)

// WriteComparison writes text tables that compare a tournament with a table of results,
// and, if it consists of all ordered pairs, with Table I of saha2025mindist.
func WriteComparison(w io.Writer, s *arena.Summary, with *reference.Table) error {
	out := newText(&s.Setup)
	writeComparison(out, s, with)
	_, err := w.Write(out.Bytes())
	return err
}

func writeComparison(out *text, s *arena.Summary, with *reference.Table) {
	c := with.Compare(s)
	if len(c.Rows) == 0 {
		out.printf("\nNo pair of this tournament stands in the table %s.\n", with.Name)
		return
	}
	if with.EitherSeat {
		writeEitherSeat(out, s, c)
		return
	}
	out.printf("\nBeside the table %s: win rate of the first-named; z of two independent samples, exact for small counts\n\n", with.Name)
	type row = reference.Row
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{versus(r), number(r.Ours.Value(), 3), strconv.Itoa(r.Ours.Trials), number(r.Theirs.Win, 3), strconv.Itoa(r.Theirs.Games),
			number(r.Test.Z, 2), pValue(r.Test.P), number(r.OurGain, 1), number(r.Theirs.Gain, 1), number(r.OurMedianGain, 1),
			number(r.Theirs.MedianGain, 1), number(r.OurRounds, 0), number(r.Theirs.MedianRounds, 0), marks(r), verdict(r)}
	}, "", "ours", "games", "theirs", "games", "z", "p", "mean gain", "theirs", "median gain", "theirs", "median "+s.Terms.Rounds(), "theirs", "", "")
	ruled(out, &v, c.Rows)
	out.printf("\nS: both agents are skilled.\n")
	writeRule(out, c)
	if with.Authors {
		out.printf("D: in the authors' games MinDistScore and MinDistOpp double cards when they take from the pile, a fault not copied here.\n")
	}
	writeOthers(out, c)
	writeFit(out, "All skilled pairs", c.Skilled)
	if with.Authors {
		writeFit(out, "Those without doubled cards", c.Clean)
	}
	writeTableI(out, s)
}

// versus names the pair of a row.
func versus(r *reference.Row) string { return r.First + " v " + r.Second }

// writeOthers writes which pairs the joint tests leave out, and the largest |z| among them.
func writeOthers(out *text, c *reference.Comparison) {
	n, at := 0, 0
	for i, r := range c.Rows {
		if r.Skilled {
			continue
		}
		if n == 0 || math.Abs(r.Test.Z) > math.Abs(c.Rows[at].Test.Z) {
			at = i
		}
		n++
	}
	if n == 0 {
		return
	}
	r := c.Rows[at]
	out.printf("The lines below count the skilled pairs only and leave out %d with random or defeat-seeking; of these\n%s v %s has the largest |z|, %s.\n",
		n, r.First, r.Second, number(math.Abs(r.Test.Z), 2))
	if c.Table.Name == "authors" && slices.ContainsFunc(c.Rows, func(r reference.Row) bool { return r.First == r.Second && !r.Skilled }) {
		out.printf("In the authors' games Random wins .487 and DefeatSeeking .511 against itself, 2.6 and 2.2 standard errors\nfrom .500. Their program as published favours neither seat, nor do the agents here.\n")
	}
}

// writeFit writes the joint test of several pairs.
func writeFit(out *text, name string, f reference.Fit) {
	out.printf("%s: %d of %d outside, chi-square %s with %d degrees of freedom, p = %s.\n",
		name, f.Flagged, f.Pairs, number(f.ChiSquare, 1), f.Pairs, pValue(f.P))
}

// marks returns the letters of a row.
func marks(r *reference.Row) string {
	m := ""
	for _, f := range []struct {
		set  bool
		mark string
	}{{r.Skilled, "S"}, {r.Skilled && r.Doubled, "D"}} {
		if f.set {
			m += f.mark
		} else {
			m += " "
		}
	}
	return m
}

// writeTableI compares the tournament with the printed Table I.
func writeTableI(out *text, s *arena.Summary) {
	rows := reference.CompareTableI(s)
	if len(rows) == 0 {
		return
	}
	out.printf("\nBeside Table I of saha2025mindist (1,000 games a pair): win rate without the first mover's advantage\n\n")
	type row = reference.Adjusted
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{r.First + " v " + r.Second, plusMinus(r.Ours, 3), number(r.Paper, 2), number(r.Test.Z, 2), pValue(r.Test.P), r.String()}
	}, "", "ours ± s.e.", "paper", "z", "p", "")
	ruled(out, &v, rows)
	out.printf("\nEntries of one row share their agent's advantage, so their z are not independent. The paper's own entries\nneed not sum to 1 with their counterpart: each is p − a of that pair.\n")
}

// writeEitherSeat writes the comparison with a table of unordered pairs: both rates with
// their intervals, and the differences with their joint intervals.
func writeEitherSeat(out *text, s *arena.Summary, c *reference.Comparison) {
	within, joint := 100*s.Settings.Confidence, 100*reference.JointConfidence
	out.printf("\nBeside the table %s: %s.\nWin rate of the first-named [%g %% Wilson intervals]; difference [joint %g %% interval] of independent samples, s.e. pooled; z exact for small counts\n\n",
		c.Table.Name, c.Table.About, within, joint)
	type row = reference.Row
	var v table.View[row]
	v.Add(func(r *row) []string {
		theirs := r.Theirs.Proportion()
		first, second := r.Theirs.Labels()
		return []string{versus(r), number(r.Ours.Value(), 3), interval(r.Ours.Wilson(s.Settings.Confidence), 3), strconv.Itoa(r.Ours.Trials),
			number(r.Theirs.Win, 3), interval(theirs.Wilson(s.Settings.Confidence), 3), strconv.Itoa(r.Theirs.Games),
			number(r.Difference.Value, 3), interval(around(r.Difference, c.Critical), 3), number(r.Test.Z, 2), pValue(r.Test.P), verdict(r),
			first + " v " + second, r.Theirs.PaperSays}
	}, "", "ours", "", s.Terms.Games(), "theirs", "", s.Terms.Games(), "difference", "", "z", "p", "", "in the table", "the paper says")
	ruled(out, &v, c.Rows)
	if len(c.Margins) > 0 {
		out.printf("\nBy how much more the one wins against an opponent than the other\n\n")
		type row = reference.MarginRow
		var v table.View[row]
		v.Add(func(m *row) []string {
			return []string{fmt.Sprintf("%s than %s v %s", m.First, m.Second, m.Opponent), plusMinus(m.Ours, 3), number(m.Difference, 2),
				number(m.Test.Z, 2), pValue(m.Test.P), m.String()}
		}, "", "ours ± s.e.", "theirs", "z", "p", "")
		ruled(out, &v, c.Margins)
	}
	out.printf("\n")
	writeRule(out, c)
	writeFit(out, "All pairs", c.Skilled)
}

// around returns the interval of z standard errors on either side of an estimate.
func around(e stats.Estimate, z float64) stats.Interval {
	return stats.Interval{Low: e.Value - float64(z*e.StdErr), High: e.Value + float64(z*e.StdErr)}
}

// verdict returns the verdict of a skilled pair.
func verdict(r *reference.Row) string {
	if !r.Skilled {
		return ""
	}
	return r.String()
}

// writeRule writes how verdicts are reached.
func writeRule(out *text, c *reference.Comparison) {
	out.printf("OUTSIDE: |z| above %s, joint %g %% for the %d comparisons (Šidák). Within ± x: a difference of x may have been missed;\nundecided: x is above %g.\n",
		number(c.Critical, 2), 100*reference.JointConfidence, c.Skilled.Pairs+len(c.Margins), reference.Detectable)
}
