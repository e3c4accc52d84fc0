// Package report writes what the arena measured: tournaments, evaluations, ladders, and tournaments beside published results.
//
// Start from [Write]:
//
//	summary := arena.Summarize(result, arena.Settings{})
//	err := report.Write(os.Stdout, summary, table.Readable)
//
// JSON, CSV and Arrow have one row per lineup, opponent or agent, and the columns of [Columns], [EvaluationColumns] or
// [RatingColumns], whose names are stable. Undefined values (the test of an agent against itself, the standard error
// of one game) are null, or empty in CSV. Equal results give equal bytes in every
// format.
package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/table"
)

// columns is a list of columns with methods that append those of statistics to it.
type columns[R any] struct{ table.Columns[R] }

// overDeals is the meaning of most standard errors.
const overDeals = "its standard error over deals"

// estimate appends the column of an estimate and that of its standard error.
func (c *columns[R]) estimate(name, seName, doc, seDoc string, f func(*R) stats.Estimate) {
	c.Number(name, doc, func(r *R) float64 { return f(r).Value })
	c.Number(seName, seDoc, func(r *R) float64 { return f(r).StdErr })
}

// ends appends the columns of the ends of an interval. Their meaning ends in more.
func (c *columns[R]) ends(name, of, more string, f func(*R) stats.Interval) {
	c.Number(name+"_low", "low end of "+of+more, func(r *R) float64 { return f(r).Low })
	c.Number(name+"_high", "high end"+more, func(r *R) float64 { return f(r).High })
}

// endings appends the columns of the numbers of games by ending.
func (c *columns[R]) endings(games string, endings []game.Ending, of func(*R) *arena.Measure) {
	for _, e := range endings {
		c.Count("ending_"+snake(e), games+" that ended so: "+string(e), func(r *R) int { return of(r).Endings[e] })
	}
}

// snake returns the name of an ending in snake case, for a column name.
func snake(e game.Ending) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(string(e)))
}

// parts appends the columns of the parts of games, such as hands, of the seats or sides that suffixes name.
func (c *columns[R]) parts(s *arena.Setup, endings []game.Ending, suffixes []string, of func(r *R, i int) *arena.Parts) {
	part, left := s.Terms.Part, s.Terms.Left
	if len(s.PartEndings) == 0 {
		return
	}
	if s.Seats == 2 {
		c.Count(part+"s", part+"s of all "+s.Terms.Games(), func(r *R) int { return of(r, 0).Parts })
		c.Count(part+"s_by_nobody", part+"s that no player ended", func(r *R) int { return of(r, 0).Nobody })
	}
	for i, suffix := range suffixes {
		if s.Seats > 2 {
			c.Count(part+"s_"+suffix, part+"s in which the "+suffix+" took part", func(r *R) int { return of(r, i).Parts })
			c.Count(part+"s_by_nobody_"+suffix, "those that no player ended", func(r *R) int { return of(r, i).Nobody })
		}
		for _, e := range endings {
			c.Count(part+"s_"+snake(e)+"_"+suffix, part+"s that the "+suffix+" ended so: "+string(e), func(r *R) int { return of(r, i).Ended[e] })
		}
		c.Count(part+"s_won_"+suffix, part+"s in which the "+suffix+" scored", func(r *R) int { return of(r, i).Won })
		c.Number("points_per_"+part+"_"+suffix, "mean points of the "+suffix+" in these", func(r *R) float64 { return ratio(of(r, i).Points, of(r, i).Won) })
		if left != "" {
			c.Number(left+"_"+suffix, "mean "+left+" of the "+suffix+" in the "+part+"s that it ended", func(r *R) float64 { return ratio(of(r, i).Left, of(r, i).Enders()) })
		} else {
			c.Number("paid_per_"+part+"_"+suffix, "mean points that the "+suffix+" paid in a "+part, func(r *R) float64 { return ratio(of(r, i).Paid, of(r, i).Parts) })
		}
	}
}

// ratio returns n / of, NaN for 0 / 0.
func ratio(n, of int) float64 { return float64(n) / float64(of) }

// document is a result to write.
type document[R any] struct {
	key    string         // of the setup in an Arrow file; with /1 it is the version of the JSON and of the columns
	setup  any            // as JSON
	agents *arena.Setup   // names the agents
	table  table.Table[R] // the rows
	about  table.Object   // what JSON has besides the version
	text   func(out *text)
}

// write writes the result in a format.
func (d *document[R]) write(w io.Writer, f table.Format) error {
	version := d.key + "/1"
	out := table.Output[R]{Table: d.table, Version: version, Key: d.key, Setup: d.setup, Document: slices.Concat(table.Object{"version", version}, d.about)}
	out.Text = func(out *bufio.Writer) {
		t := newText(d.agents)
		d.text(t)
		out.WriteString(t.short.Replace(t.String()) + t.legend)
	}
	return out.Write(w, f)
}

// text is a text for people. It calls outside programs, whose names are whole commands, by "exec:" and the name that the program
// gives itself, unless another one has the same. Other formats have the full names.
type text struct {
	bytes.Buffer
	short  *strings.Replacer
	legend string // which programs the short names are
}

// newText returns a text about the agents of a setup.
func newText(s *arena.Setup) *text {
	t, pairs := new(text), [][2]string{}
	for i, name := range s.Agents {
		if short := s.ShortName(i); short != name {
			pairs = append(pairs, [2]string{name, short})
			t.legend += fmt.Sprintf("%s is %s\n", short, name)
		}
	}
	if t.legend != "" {
		t.legend = "\n" + t.legend
	}
	// A name may begin as another one does: the longest comes first.
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return cmp.Compare(len(b[0]), len(a[0])) })
	var all []string
	for _, p := range pairs {
		all = append(all, p[:]...)
	}
	t.short = strings.NewReplacer(all...)
	return t
}

// printf writes a text as [fmt.Printf] does.
func (t *text) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

// ruled writes a table.
func ruled[R any](t *text, v *table.View[R], rows []R) {
	v.Cell = t.short.Replace
	for _, line := range v.Lines(table.Ruled, rows) {
		t.WriteString(line)
	}
}

// partsRow has the parts of the games of an agent.
type partsRow struct {
	names []string // below the headings of writeParts
	*arena.Parts
}

// writeParts writes, below headings, names and the number of parts, the shares that the agent ended in each way, that others and
// that nobody ended, the share in which it scored, the mean points of these, and the mean points left
// over in the parts that it ended, or paid in a part.
func writeParts(out *text, s *arena.Setup, rows []partsRow, heads ...string) {
	part, last := s.Terms.Part, "points that it paid, over all of them"
	if s.Terms.Left != "" {
		last = s.Terms.Left + " in those that it ended"
	}
	out.printf("\n%ss: shares that the agent ended itself, by ending, that others ended, and nobody; share in which it scored, its mean points\nin these, and its mean %s\n\n", part, last)
	var v table.View[partsRow]
	v.Add(func(r *partsRow) []string { return append(slices.Clip(r.names), strconv.Itoa(r.Parts.Parts)) }, append(heads, part+"s")...)
	for _, e := range s.PartEndings {
		v.Add(func(r *partsRow) []string { return []string{percent(ratio(r.Ended[e], r.Parts.Parts))} }, string(e))
	}
	v.Add(func(r *partsRow) []string {
		p := r.Parts
		last := ratio(p.Paid, p.Parts)
		if s.Terms.Left != "" {
			last = ratio(p.Left, p.Enders())
		}
		return []string{percent(ratio(p.Parts-p.Enders()-p.Nobody, p.Parts)), percent(ratio(p.Nobody, p.Parts)), percent(ratio(p.Won, p.Parts)),
			number(ratio(p.Points, p.Won), 2), number(last, 2)}
	}, "by others", "by nobody", "scored", "points", cmp.Or(s.Terms.Left, "paid"))
	ruled(out, &v, rows)
}

// number returns v with the given number of digits after the decimal point, or "-" if v
// is NaN or infinite. A rate below 1 keeps its leading zero.
func number(v float64, digits int) string {
	if table.Finite(v) == nil {
		return "-"
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no minus before a rounded zero
	}
	return text
}

// plusMinus returns the text "value ± standard error" of an estimate.
func plusMinus(e stats.Estimate, digits int) string {
	return number(e.Value, digits) + " ± " + number(e.StdErr, digits)
}

// inPercent returns the same of an estimate in percent.
func inPercent(e stats.Estimate, digits int) string {
	return plusMinus(stats.Estimate{Value: 100 * e.Value, StdErr: 100 * e.StdErr}, digits)
}

// interval returns the text of an interval.
func interval(in stats.Interval, digits int) string {
	return fmt.Sprintf("[%s, %s]", number(in.Low, digits), number(in.High, digits))
}

// pValue returns the text of a p-value: three decimal places, or the power of ten below
// .001.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p >= 0.001:
		return number(p, 3)
	case p == 0:
		return "0"
	}
	return strconv.FormatFloat(p, 'e', 0, 64)
}

// percent returns a share as a percentage, or "-" if it is NaN.
func percent(v float64) string {
	if table.Finite(v) == nil {
		return "-"
	}
	return number(100*v, 1) + " %"
}

// thousands returns n with commas.
func thousands(n int) string { return table.Thousands(float64(n)) }

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// games returns a number of games with the word for them.
func games(n int, t game.Terms) string {
	if n == 1 {
		return "1 " + cmp.Or(t.Game, "game")
	}
	return thousands(n) + " " + t.Games()
}
