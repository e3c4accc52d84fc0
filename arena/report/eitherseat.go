package report

import (
	"bufio"
	"fmt"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/reference"
	"rummygym/arena/stats"
	"rummygym/table"
)

// writeEitherSeat writes the comparison with a table of unordered pairs: both rates with
// their intervals, and the differences with their joint intervals.
func writeEitherSeat(out *bufio.Writer, s *arena.Summary, c *reference.Comparison) {
	within, joint := 100*s.Settings.Confidence, 100*reference.JointConfidence
	fmt.Fprintf(out, "\nBeside the table %s: %s.\nWin rate of the first-named [%g %% Wilson intervals]; difference [joint %g %% interval] of independent samples, s.e. pooled; z exact for small counts\n\n",
		c.Table.Name, c.Table.About, within, joint)
	type row = reference.Row
	var v table.View[row]
	v.Add(func(r *row) []string {
		theirs := r.Theirs.Proportion()
		first, second := r.Theirs.Labels()
		return []string{versus(r), number(r.Ours.Value(), 3), interval(r.Ours.Wilson(s.Settings.Confidence), 3), strconv.Itoa(r.Ours.Trials),
			number(r.Theirs.Win, 3), interval(theirs.Wilson(s.Settings.Confidence), 3), strconv.Itoa(r.Theirs.Games),
			number(r.Difference.Value, 3), interval(around(r.Difference, c.Critical), 3), number(r.Test.Z, 2), pValue(r.Test.P), verdict(r.Flagged),
			first + " v " + second, r.Theirs.PaperSays}
	}, "", "ours", "", s.Terms.Games(), "theirs", "", s.Terms.Games(), "difference", "", "z", "p", "", "in the table", "the paper says")
	v.Write(out, table.Ruled, c.Rows)
	if len(c.Margins) > 0 {
		fmt.Fprint(out, "\nBy how much more the one wins against an opponent than the other\n\n")
		type row = reference.MarginRow
		var v table.View[row]
		v.Add(func(m *row) []string {
			return []string{fmt.Sprintf("%s than %s v %s", m.First, m.Second, m.Opponent), plusMinus(m.Ours, 3), number(m.Difference, 2),
				number(m.Test.Z, 2), pValue(m.Test.P), verdict(m.Flagged)}
		}, "", "ours ± s.e.", "theirs", "z", "p", "")
		v.Write(out, table.Ruled, c.Margins)
	}
	fmt.Fprintf(out, "\nWithin: |z| up to %s, joint %g %% for the %d comparisons (Šidák).\n", number(c.Critical, 2), joint, c.Skilled.Pairs+len(c.Margins))
	writeFit(out, "All pairs", c.Skilled)
}

// around returns the interval of z standard errors on either side of an estimate.
func around(e stats.Estimate, z float64) stats.Interval {
	return stats.Interval{Low: e.Value - float64(z*e.StdErr), High: e.Value + float64(z*e.StdErr)}
}

// verdict returns the word for a comparison that is flagged, or not.
func verdict(flagged bool) string {
	if flagged {
		return "OUTSIDE"
	}
	return "within"
}
