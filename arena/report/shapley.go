package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// ShapleyVersion is the version of the JSON and of the columns of Shapley values.
const ShapleyVersion = "rummygym.shapley/1"

// shapleyRows returns the rows: one per option, and one for all together.
func shapleyRows(s *arena.Shapley) []arena.ShapleyOption {
	return append(slices.Clone(s.Options), arena.ShapleyOption{Name: "all", Value: s.All, First: s.All, Last: s.All})
}

// ShapleyColumns returns the columns of Shapley values, with one row per option and one for
// all together, whose name is "all".
func ShapleyColumns(s *arena.Shapley) []Column[arena.ShapleyOption] {
	type row = arena.ShapleyOption
	var cols columns[row]
	games := s.Terms.Games()
	within := fmt.Sprintf("%g %% interval", 100*s.Confidence)
	cols.text("option", "the option, or all for all together", func(r *row) string { return r.Name })
	cols.seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return s.Seed })
	cols.count("games", games+" of each combination against each opponent: two of every deal", func(*row) int { return 2 * s.Deals })
	for _, of := range []struct {
		name, doc string
		estimate  func(*arena.ShapleyRow) (stats.Estimate, stats.Interval)
	}{
		{"win_rate", "share of " + games + " won", func(x *arena.ShapleyRow) (stats.Estimate, stats.Interval) { return x.Win, x.WinInterval }},
		{"gain", "mean gain in points", func(x *arena.ShapleyRow) (stats.Estimate, stats.Interval) { return x.Gain, x.GainInterval }},
	} {
		for _, what := range []struct {
			suffix, doc string
			of          func(*row) *arena.ShapleyRow
		}{
			{"", "Shapley value of the option in the " + of.doc, func(r *row) *arena.ShapleyRow { return &r.Value }},
			{"_first", "what it adds to the " + of.doc + " with all others off", func(r *row) *arena.ShapleyRow { return &r.First }},
			{"_last", "what it adds to the " + of.doc + " with all others on", func(r *row) *arena.ShapleyRow { return &r.Last }},
		} {
			name := of.name + what.suffix
			value := func(r *row) stats.Estimate { e, _ := of.estimate(what.of(r)); return e }
			ends := func(r *row) stats.Interval { _, in := of.estimate(what.of(r)); return in }
			cols.number(name, what.doc, func(r *row) float64 { return value(r).Value })
			cols.number(name+"_se", "its standard error over deals", func(r *row) float64 { return value(r).StdErr })
			cols.number(name+"_low", "low end of its "+within, func(r *row) float64 { return ends(r).Low })
			cols.number(name+"_high", "high end", func(r *row) float64 { return ends(r).High })
			cols.number(name+"_p", "p-value of 0, two-sided", func(r *row) float64 { return stats.TestZero(value(r)).P })
		}
	}
	return cols
}

// shapleyDocument is the JSON form of Shapley values.
type shapleyDocument struct {
	Version      string               `json:"version"`
	Setup        *arena.Setup         `json:"setup"`
	Opponents    []string             `json:"opponents"`
	Deals        int                  `json:"deals"`
	Confidence   float64              `json:"confidence"`
	Rows         []json.RawMessage    `json:"rows"`
	Combinations []shapleyCombination `json:"combinations"`
}

// shapleyCombination is the JSON form of the results of a combination.
type shapleyCombination struct {
	Agent     string `json:"agent"`
	WinRate   any    `json:"win_rate"`
	WinRateSE any    `json:"win_rate_se"`
	Gain      any    `json:"gain"`
	GainSE    any    `json:"gain_se"`
}

// WriteShapley writes Shapley values in the given format. Equal values give equal bytes.
func WriteShapley(w io.Writer, s *arena.Shapley, f Format) (err error) {
	cols, rows := ShapleyColumns(s), shapleyRows(s)
	switch f {
	case Table:
		return writeShapleyTable(w, s)
	case CSV:
		return writeCSV(w, cols, rows)
	case Arrow:
		return writeArrow(w, cols, rows, ShapleyVersion, "rummygym.shapley", &s.Setup)
	case JSON:
		d := shapleyDocument{Version: ShapleyVersion, Setup: &s.Setup, Opponents: s.Opponents, Deals: s.Deals, Confidence: s.Confidence}
		if d.Rows, err = objects(cols, rows); err != nil {
			return err
		}
		for k, c := range s.Combinations {
			d.Combinations = append(d.Combinations, shapleyCombination{s.Names[k], finite(c.Win.Value), finite(c.Win.StdErr), finite(c.Gain.Value), finite(c.Gain.StdErr)})
		}
		return writeDocument(w, d)
	}
	_, err = ParseFormat(string(f))
	return err
}

// writeShapleyTable writes the text tables: of the options, and of their combinations.
func writeShapleyTable(w io.Writer, s *arena.Shapley) error {
	out := bufio.NewWriter(w)
	games := s.Terms.Games()
	fmt.Fprintf(out, "%s, rules %s, %s %s of each of %d combinations against each opponent: %s, each played from both seats; seed %d.\n",
		s.Names[len(s.Names)-1], s.Rules, thousands(2*s.Games), games, len(s.Names), counted(s.Games, "deal"), s.Seed)
	if s.Deals < s.Games {
		fmt.Fprintf(out, "Not finished: %s of %s deals were played by all combinations.\n", thousands(s.Deals), thousands(s.Games))
	}
	fmt.Fprintf(out, "Opponents: %s.\n", strings.Join(s.Opponents, ", "))
	fmt.Fprintf(out, "All play the same deals. [%g %% intervals] and standard errors are over deals, paired; p of a Shapley value of 0.\n\n", 100*s.Confidence)
	var g grid
	g.add("option", "Shapley value of wins ± s.e.", "", "p", "first", "last", "of gain ± s.e.", "")
	g.line()
	for i, o := range shapleyRows(s) {
		if i == len(s.Options) {
			g.line()
		}
		v := o.Value
		g.add(o.Name, plusMinus(v.Win, 4), interval(v.WinInterval, 4), pValue(stats.TestZero(v.Win).P), plusMinus(o.First.Win, 4), plusMinus(o.Last.Win, 4),
			plusMinus(v.Gain, 2), interval(v.GainInterval, 2))
	}
	_ = g.writeTo(out) // a bufio.Writer keeps its error until Flush
	var all grid
	var head []string
	for _, o := range s.Options {
		head = append(head, o.Name)
	}
	all.add(append(head, "win rate ± s.e.", "gain ± s.e.")...)
	all.line()
	for k, c := range s.Combinations {
		var row []string
		for i := range s.Options {
			row = append(row, [2]string{"off", "on"}[k>>i&1])
		}
		all.add(append(row, plusMinus(c.Win, 4), plusMinus(c.Gain, 2))...)
	}
	fmt.Fprintln(out)
	_ = all.writeTo(out)
	return out.Flush()
}
