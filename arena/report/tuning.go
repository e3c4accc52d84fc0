package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// TuningVersion is the version of the JSON and of the columns of tunings.
const TuningVersion = "rummygym.tuning/1"

// TuningColumns returns the columns of a tuning, with one row per candidate.
func TuningColumns(t *arena.Tuning) []Column[arena.TuningRow] {
	type row = arena.TuningRow
	var cols columns[row]
	games := t.Terms.Games()
	within := fmt.Sprintf("%g %% interval", 100*t.Confidence)
	cols.text("agent", "the candidate", func(r *row) string { return r.Name })
	for i, o := range t.Options {
		cols.text("option_"+snake(o), "value of its option "+o, func(r *row) string { return r.Values[i] })
	}
	cols.seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return t.Seed })
	cols.count("games", games+" played against each opponent: two of every deal", func(*row) int { return 2 * t.Deals })
	estimate := func(name, doc string, f func(*row) stats.Estimate) {
		cols.number(name, doc, func(r *row) float64 { return f(r).Value })
		cols.number(name+"_se", "its standard error over deals", func(r *row) float64 { return f(r).StdErr })
	}
	ends := func(name string, f func(*row) stats.Interval) {
		cols.number(name+"_low", "low end of the "+within, func(r *row) float64 { return f(r).Low })
		cols.number(name+"_high", "high end", func(r *row) float64 { return f(r).High })
	}
	estimate("win_rate", "share of "+games+" won, over both seats and all opponents", func(r *row) stats.Estimate { return r.Win })
	ends("win_rate", func(r *row) stats.Interval { return r.WinInterval })
	estimate("win_rate_from_reference", "difference from the win rate of the first row on the same deals", func(r *row) stats.Estimate { return r.WinFromReference })
	estimate("win_rate_from_best", "difference from the win rate of the best row on the same deals", func(r *row) stats.Estimate { return r.WinFromBest })
	estimate("gain_mean", "mean gain over both seats and all opponents, points", func(r *row) stats.Estimate { return r.Gain })
	ends("gain", func(r *row) stats.Interval { return r.GainInterval })
	estimate("gain_from_reference", "difference from the gain of the first row on the same deals", func(r *row) stats.Estimate { return r.GainFromReference })
	estimate("gain_from_best", "difference from the gain of the best row on the same deals", func(r *row) stats.Estimate { return r.GainFromBest })
	for i, o := range t.Opponents {
		number := strconv.Itoa(i + 1)
		estimate("win_rate_"+number, "share of "+games+" won against "+o, func(r *row) stats.Estimate { return r.Opponents[i].Win })
		estimate("gain_mean_"+number, "mean gain against "+o+", points", func(r *row) stats.Estimate { return r.Opponents[i].Gain })
	}
	return cols
}

// tuningDocument is the JSON form of a tuning.
type tuningDocument struct {
	Version    string            `json:"version"`
	Setup      *arena.Setup      `json:"setup"`
	Options    []string          `json:"options"`
	Opponents  []string          `json:"opponents"`
	Deals      int               `json:"deals"`
	Goal       arena.Goal        `json:"goal"`
	Best       string            `json:"best"`
	Confidence float64           `json:"confidence"`
	Rows       []json.RawMessage `json:"rows"`
}

// WriteTuning writes a tuning in the given format. Equal tunings give equal bytes.
func WriteTuning(w io.Writer, t *arena.Tuning, f Format) (err error) {
	cols := TuningColumns(t)
	switch f {
	case Table:
		return writeTuningTable(w, t)
	case CSV:
		return writeCSV(w, cols, t.Rows)
	case Arrow:
		return writeArrow(w, cols, t.Rows, TuningVersion, "rummygym.tuning", &t.Setup)
	case JSON:
		d := tuningDocument{Version: TuningVersion, Setup: &t.Setup, Options: t.Options, Opponents: t.Opponents,
			Deals: t.Deals, Goal: t.Goal, Best: t.Rows[t.Best].Name, Confidence: t.Confidence}
		if d.Rows, err = objects(cols, t.Rows); err != nil {
			return err
		}
		return writeDocument(w, d)
	}
	_, err = ParseFormat(string(f))
	return err
}

// writeTuningTable writes the text table of a tuning.
func writeTuningTable(w io.Writer, t *arena.Tuning) error {
	out := bufio.NewWriter(w)
	games := t.Terms.Games()
	fmt.Fprintf(out, "%s, rules %s, %s %s of each candidate against each opponent: %s, each played from both seats; seed %d.\n",
		t.Rows[0].Name, t.Rules, thousands(2*t.Games), games, counted(t.Games, "deal"), t.Seed)
	if t.Deals < t.Games {
		fmt.Fprintf(out, "Not finished: %s of %s deals were played by all candidates.\n", thousands(t.Deals), thousands(t.Games))
	}
	fmt.Fprint(out, "Opponents:")
	for i, o := range t.Opponents {
		if i > 0 {
			fmt.Fprint(out, ",")
		}
		fmt.Fprint(out, " ", o)
	}
	fmt.Fprintf(out, ".\nAll play the same deals. [%g %% intervals] and standard errors are over deals; differences are paired by deals.\n", 100*t.Confidence)
	fmt.Fprint(out, "The first row is the agent as given, * the best by "+string(t.Goal)+"; the best of many looks better than it is.\n\n")
	var g grid
	head := append([]string{""}, t.Options...)
	head = append(head, "win rate ± s.e.", "", "from first", "from best", "gain ± s.e.", "from first", "from best")
	if len(t.Opponents) > 1 {
		for _, o := range t.Opponents {
			head = append(head, "against "+o)
		}
	}
	g.add(head...)
	g.line()
	for k := range t.Rows {
		r := &t.Rows[k]
		mark := ""
		if k == t.Best {
			mark = "*"
		}
		row := append([]string{mark}, r.Values...)
		row = append(row, plusMinus(r.Win, 4), interval(r.WinInterval, 4), from(0, k, r.WinFromReference, 4), from(t.Best, k, r.WinFromBest, 4),
			plusMinus(r.Gain, 2), from(0, k, r.GainFromReference, 2), from(t.Best, k, r.GainFromBest, 2))
		if len(t.Opponents) > 1 {
			for _, o := range r.Opponents {
				row = append(row, plusMinus(o.Win, 4))
			}
		}
		g.add(row...)
	}
	_ = g.writeTo(out) // a bufio.Writer keeps its error until Flush
	return out.Flush()
}

// from returns the difference of row k from another row, "-" if it is the same row.
func from(other, k int, d stats.Estimate, digits int) string {
	if other == k {
		return "-"
	}
	return plusMinus(d, digits)
}
