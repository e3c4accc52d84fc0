package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
)

// ShapleyVersion is the version of the JSON and of the columns of Shapley values.
const ShapleyVersion = "rummygym.shapley/1"

// shapleyRows returns the rows: one per option, and one for all together.
func shapleyRows(s *arena.Shapley) []arena.ShapleyOption {
	return append(slices.Clone(s.Options), arena.ShapleyOption{Name: "all", Value: s.All, First: s.All, Last: s.All})
}

// ShapleyColumns returns the columns of Shapley values, with one row per option and one for
// all together, whose name is "all".
func ShapleyColumns(s *arena.Shapley) []table.Column[arena.ShapleyOption] {
	type row = arena.ShapleyOption
	var cols columns[row]
	games := s.Terms.Games()
	within := fmt.Sprintf("%g %% interval", 100*s.Confidence)
	cols.Text("option", "the option, or all for all together", func(r *row) string { return r.Name })
	cols.Seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return s.Seed })
	cols.Count("games", games+" of each combination against each opponent: two of every deal", func(*row) int { return 2 * s.Deals })
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
			cols.estimate(name, name+"_se", what.doc, overDeals, value)
			cols.ends(name, "its "+within, "", func(r *row) stats.Interval { _, in := of.estimate(what.of(r)); return in })
			cols.Number(name+"_p", "p-value of 0, two-sided", func(r *row) float64 { return stats.TestZero(value(r)).P })
		}
	}
	return cols.Columns
}

// WriteShapley writes Shapley values in the given format. Equal values give equal bytes.
func WriteShapley(w io.Writer, s *arena.Shapley, f table.Format) error {
	t := table.New(ShapleyColumns(s), shapleyRows(s))
	var combinations []table.Object
	for k, c := range s.Combinations {
		combinations = append(combinations, table.Object{"agent", s.Names[k], "win_rate", table.Finite(c.Win.Value), "win_rate_se", table.Finite(c.Win.StdErr),
			"gain", table.Finite(c.Gain.Value), "gain_se", table.Finite(c.Gain.StdErr)})
	}
	out := table.Output[arena.ShapleyOption]{
		Table: t, Text: func(out *bufio.Writer) { writeShapleyTable(out, s) },
		Document: table.Object{"version", ShapleyVersion, "setup", &s.Setup, "opponents", s.Opponents, "deals", s.Deals, "confidence", s.Confidence,
			"rows", t, "combinations", combinations},
		Version: ShapleyVersion, Key: "rummygym.shapley", Setup: &s.Setup,
	}
	return out.Write(w, f)
}

// writeShapleyTable writes the text tables: of the options, and of their combinations.
func writeShapleyTable(out *bufio.Writer, s *arena.Shapley) {
	games := s.Terms.Games()
	fmt.Fprintf(out, "%s, rules %s, %s %s of each of %d combinations against each opponent: %s, each played from both seats; seed %d.\n",
		s.Names[len(s.Names)-1], s.Rules, thousands(2*s.Games), games, len(s.Names), counted(s.Games, "deal"), s.Seed)
	if s.Deals < s.Games {
		fmt.Fprintf(out, "Not finished: %s of %s deals were played by all combinations.\n", thousands(s.Deals), thousands(s.Games))
	}
	fmt.Fprintf(out, "Opponents: %s.\n", strings.Join(s.Opponents, ", "))
	fmt.Fprintf(out, "All play the same deals. [%g %% intervals] and standard errors are over deals, paired; p of a Shapley value of 0.\n\n", 100*s.Confidence)
	type row = arena.ShapleyOption
	var v table.View[row]
	v.Add(func(o *row) []string {
		return []string{o.Name, plusMinus(o.Value.Win, 4), interval(o.Value.WinInterval, 4), pValue(stats.TestZero(o.Value.Win).P),
			plusMinus(o.First.Win, 4), plusMinus(o.Last.Win, 4), plusMinus(o.Value.Gain, 2), interval(o.Value.GainInterval, 2)}
	}, "option", "Shapley value of wins ± s.e.", "", "p", "first", "last", "of gain ± s.e.", "")
	v.Write(out, table.Ruled, shapleyRows(s), len(s.Options))
	var all table.View[int]
	rows := make([]int, len(s.Combinations))
	for k := range rows {
		rows[k] = k
	}
	for i, o := range s.Options {
		all.Add(func(k *int) []string { return []string{[2]string{"off", "on"}[*k>>i&1]} }, o.Name)
	}
	all.Add(func(k *int) []string {
		return []string{plusMinus(s.Combinations[*k].Win, 4), plusMinus(s.Combinations[*k].Gain, 2)}
	}, "win rate ± s.e.", "gain ± s.e.")
	fmt.Fprintln(out)
	all.Write(out, table.Ruled, rows)
}
