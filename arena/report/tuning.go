package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
)

// TuningVersion is the version of the JSON and of the columns of tunings.
const TuningVersion = "rummygym.tuning/1"

// TuningColumns returns the columns of a tuning, with one row per candidate.
func TuningColumns(t *arena.Tuning) []table.Column[arena.TuningRow] {
	type row = arena.TuningRow
	var cols columns[row]
	games := t.Terms.Games()
	within := fmt.Sprintf("the %g %% interval", 100*t.Confidence)
	cols.Text("agent", "the candidate", func(r *row) string { return r.Name })
	for i, o := range t.Options {
		cols.Text("option_"+snake(o), "value of its option "+o, func(r *row) string { return r.Values[i] })
	}
	cols.Seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return t.Seed })
	cols.Count("games", games+" played against each opponent: two of every deal", func(*row) int { return 2 * t.Deals })
	estimate := func(name, doc string, f func(*row) stats.Estimate) {
		cols.estimate(name, name+"_se", doc, overDeals, f)
	}
	estimate("win_rate", "share of "+games+" won, over both seats and all opponents", func(r *row) stats.Estimate { return r.Win })
	cols.ends("win_rate", within, "", func(r *row) stats.Interval { return r.WinInterval })
	estimate("win_rate_from_reference", "difference from the win rate of the first row on the same deals", func(r *row) stats.Estimate { return r.WinFromReference })
	estimate("win_rate_from_best", "difference from the win rate of the best row on the same deals", func(r *row) stats.Estimate { return r.WinFromBest })
	estimate("gain_mean", "mean gain over both seats and all opponents, points", func(r *row) stats.Estimate { return r.Gain })
	cols.ends("gain", within, "", func(r *row) stats.Interval { return r.GainInterval })
	estimate("gain_from_reference", "difference from the gain of the first row on the same deals", func(r *row) stats.Estimate { return r.GainFromReference })
	estimate("gain_from_best", "difference from the gain of the best row on the same deals", func(r *row) stats.Estimate { return r.GainFromBest })
	for i, o := range t.Opponents {
		number := strconv.Itoa(i + 1)
		estimate("win_rate_"+number, "share of "+games+" won against "+o, func(r *row) stats.Estimate { return r.Opponents[i].Win })
		estimate("gain_mean_"+number, "mean gain against "+o+", points", func(r *row) stats.Estimate { return r.Opponents[i].Gain })
	}
	return cols.Columns
}

// WriteTuning writes a tuning in the given format. Equal tunings give equal bytes.
func WriteTuning(w io.Writer, t *arena.Tuning, f table.Format) error {
	rows := table.New(TuningColumns(t), t.Rows)
	out := table.Output[arena.TuningRow]{
		Table: rows, Text: func(out *bufio.Writer) { writeTuningTable(out, t) },
		Document: table.Object{"version", TuningVersion, "setup", &t.Setup, "options", t.Options, "opponents", t.Opponents, "deals", t.Deals,
			"goal", t.Goal, "best", t.Rows[t.Best].Name, "confidence", t.Confidence, "rows", rows},
		Version: TuningVersion, Key: "rummygym.tuning", Setup: &t.Setup,
	}
	return out.Write(w, f)
}

// writeTuningTable writes the text table of a tuning.
func writeTuningTable(out *bufio.Writer, t *arena.Tuning) {
	games := t.Terms.Games()
	fmt.Fprintf(out, "%s, rules %s, %s %s of each candidate against each opponent: %s, each played from both seats; seed %d.\n",
		t.Rows[0].Name, t.Rules, thousands(2*t.Games), games, counted(t.Games, "deal"), t.Seed)
	if t.Deals < t.Games {
		fmt.Fprintf(out, "Not finished: %s of %s deals were played by all candidates.\n", thousands(t.Deals), thousands(t.Games))
	}
	fmt.Fprintf(out, "Opponents: %s.\n", strings.Join(t.Opponents, ", "))
	fmt.Fprintf(out, "All play the same deals. [%g %% intervals] and standard errors are over deals; differences are paired by deals.\n", 100*t.Confidence)
	fmt.Fprint(out, "The first row is the agent as given, * the best by "+string(t.Goal)+"; the best of many looks better than it is.\n\n")
	type row = arena.TuningRow
	var v table.View[row]
	v.Add(func(r *row) []string {
		if r == &t.Rows[t.Best] {
			return []string{"*"}
		}
		return []string{""}
	}, "")
	for i, o := range t.Options {
		v.Add(func(r *row) []string { return []string{r.Values[i]} }, o)
	}
	// from returns the difference of r from row k, "-" in that row.
	from := func(k int, r *row, difference stats.Estimate, digits int) string {
		if r == &t.Rows[k] {
			return "-"
		}
		return plusMinus(difference, digits)
	}
	v.Add(func(r *row) []string {
		return []string{plusMinus(r.Win, 4), interval(r.WinInterval, 4), from(0, r, r.WinFromReference, 4), from(t.Best, r, r.WinFromBest, 4),
			plusMinus(r.Gain, 2), from(0, r, r.GainFromReference, 2), from(t.Best, r, r.GainFromBest, 2)}
	}, "win rate ± s.e.", "", "from first", "from best", "gain ± s.e.", "from first", "from best")
	if len(t.Opponents) > 1 {
		for i, o := range t.Opponents {
			v.Add(func(r *row) []string { return []string{plusMinus(r.Opponents[i].Win, 4)} }, "against "+o)
		}
	}
	v.Write(out, table.Ruled, t.Rows)
}
