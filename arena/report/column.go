// Package report prints the summary of a tournament: as text tables, JSON, CSV
// and Arrow.
//
// Start from [Write]:
//
//	summary := arena.Summarize(result, arena.Settings{})
//	err := report.Write(os.Stdout, summary, report.Table)
//
// JSON, CSV and Arrow have one row per lineup and the columns of [Columns], whose names
// are stable. Undefined values (the test of an agent against itself, the standard error
// of one game) are null, or empty in CSV. Equal summaries give equal bytes in every
// format.
package report

import (
	"fmt"
	"math"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// Kind is the type of a column's values.
type Kind string

// The kinds of columns.
const (
	Text   Kind = "string"
	Count  Kind = "int64"
	Seed   Kind = "uint64"
	Number Kind = "float64" // NaN and infinities are written as null
)

// Column is a column of a table with rows of type R: lineups ([arena.Pair]) or opponents
// of an evaluation ([EvaluationRow]).
type Column[R any] struct {
	Name string // snake_case
	Kind Kind
	Doc  string // meaning and unit in one line

	text   func(*R) string
	count  func(*R) int
	seed   func(*R) uint64
	number func(*R) float64
}

// columns is a list of columns with methods that append to it.
type columns[R any] []Column[R]

func (c *columns[R]) text(name, doc string, f func(*R) string) {
	*c = append(*c, Column[R]{Name: name, Kind: Text, Doc: doc, text: f})
}

func (c *columns[R]) count(name, doc string, f func(*R) int) {
	*c = append(*c, Column[R]{Name: name, Kind: Count, Doc: doc, count: f})
}

func (c *columns[R]) seed(name, doc string, f func(*R) uint64) {
	*c = append(*c, Column[R]{Name: name, Kind: Seed, Doc: doc, seed: f})
}

func (c *columns[R]) number(name, doc string, f func(*R) float64) {
	*c = append(*c, Column[R]{Name: name, Kind: Number, Doc: doc, number: f})
}

// Columns returns the columns of a summary, in order. They depend on the number of
// seats, on the endings that occurred and on the terms of the game: rounds_mean is
// hands_mean if rounds are hands, and drops and the first mover's advantage have columns
// only in games that have them. The columns of the skill matrices, which are the last
// ones, exist only for tournaments of all ordered pairs at two seats.
func Columns(s *arena.Summary) []Column[arena.Pair] {
	var cols columns[arena.Pair]
	within := fmt.Sprintf("%g %% interval", 100*s.Settings.Confidence)
	games, rounds := s.Terms.Games(), s.Terms.Rounds()

	for seat, o := range arena.Ordinals[:s.Seats] {
		cols.text(o, "agent at seat "+fmt.Sprint(seat), func(p *arena.Pair) string { return p.Names[seat] })
	}
	cols.seed("seed", "game i is episode i of a run with this seed", func(p *arena.Pair) uint64 { return p.Seed })
	cols.count("games", games+" played", func(p *arena.Pair) int { return p.Games })
	cols.count("wins", games+" the first-named won", func(p *arena.Pair) int { return p.Seats[0].Wins.Successes })
	cols.number("win_rate", "share of "+games+" the first-named won", func(p *arena.Pair) float64 { return p.Seats[0].Wins.Value() })
	cols.number("win_rate_low", "low end of its Wilson "+within, func(p *arena.Pair) float64 { return p.Win.Low })
	cols.number("win_rate_high", "high end", func(p *arena.Pair) float64 { return p.Win.High })
	null := fmt.Sprintf("1/%d", s.Seats)
	cols.number("win_rate_z", "z of the win rate against "+null, func(p *arena.Pair) float64 { return p.Fair.Z })
	cols.number("win_rate_p", "its two-sided p-value", func(p *arena.Pair) float64 { return p.Fair.P })
	cols.number("win_rate_holm", "that after Holm's correction over all rows", func(p *arena.Pair) float64 { return p.FairHolm })
	cols.number("gain_mean", "mean gain of the first-named, points", func(p *arena.Pair) float64 { return p.Seats[0].Gain.Value })
	cols.number("gain_se", "standard error of the mean gain", func(p *arena.Pair) float64 { return p.Seats[0].Gain.StdErr })
	cols.number("gain_mean_low", "low end of the bootstrap "+within+" of the mean gain", func(p *arena.Pair) float64 { return p.Gain.Low })
	cols.number("gain_mean_high", "high end", func(p *arena.Pair) float64 { return p.Gain.High })
	cols.number("gain_median", "median gain of the first-named, points", func(p *arena.Pair) float64 { return p.Median })
	cols.number("gain_median_low", "low end of its bootstrap "+within, func(p *arena.Pair) float64 { return p.MedianGain.Low })
	cols.number("gain_median_high", "high end", func(p *arena.Pair) float64 { return p.MedianGain.High })
	cols.number(rounds+"_mean", "mean number of "+rounds, func(p *arena.Pair) float64 { return p.Rounds.Value })
	cols.number(rounds+"_se", "its standard error", func(p *arena.Pair) float64 { return p.Rounds.StdErr })
	cols.number(rounds+"_median", "median number of "+rounds, func(p *arena.Pair) float64 { return p.MedianRounds })
	cols.number(rounds+"_low", "2.5th percentile of the "+rounds, func(p *arena.Pair) float64 { return p.RoundsRange.Low })
	cols.number(rounds+"_high", "97.5th percentile of the "+rounds, func(p *arena.Pair) float64 { return p.RoundsRange.High })
	cols.number(rounds+"_limit_share", "share of "+games+" that reached the limit of "+rounds, func(p *arena.Pair) float64 { return p.AtLimit.Value() })
	cols.number("turns_mean", "mean number of turns of all players together", func(p *arena.Pair) float64 { return p.Turns.Value })
	if s.Terms.Round != "" {
		cols.number("turns_per_"+s.Terms.Round, "turns of all "+games+" over their "+rounds, func(p *arena.Pair) float64 { return p.TurnsPerRound })
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if !s.Terms.NoDrops {
			cols.count("drops_"+o, games+" the "+o+" dropped", func(p *arena.Pair) int { return p.Seats[seat].Drops })
		}
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if s.Seats > 2 && seat > 0 { // with two seats, the values of the first imply those of the second
			cols.count("wins_"+o, games+" the "+o+" won", func(p *arena.Pair) int { return p.Seats[seat].Wins.Successes })
			cols.number("gain_mean_"+o, "mean gain of the "+o+", points", func(p *arena.Pair) float64 { return p.Seats[seat].Gain.Value })
		}
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if s.Retries {
			cols.count("retries_"+o, "answers of the "+o+" that were refused and asked for again", func(p *arena.Pair) int { return p.Seats[seat].Retries })
		}
	}
	if len(s.PartEndings) > 0 {
		cols.count(s.Terms.Part+"s", s.Terms.Part+"s of all "+games, func(p *arena.Pair) int { return p.Seats[0].Parts.Parts })
		cols.count(s.Terms.Part+"s_by_nobody", s.Terms.Part+"s that no player ended", func(p *arena.Pair) int { return p.Seats[0].Parts.Nobody })
		for seat, o := range arena.Ordinals[:s.Seats] {
			partsColumns(&cols, &s.Terms, s.PartEndings, o, func(p *arena.Pair) *arena.Parts { return p.Seats[seat].Parts })
		}
	}
	for _, e := range s.Endings {
		cols.count("ending_"+snake(string(e)), games+" that ended so: "+string(e), func(p *arena.Pair) int { return p.Endings[e] })
	}
	if s.Skill != nil {
		cols = append(cols, skillColumns(s)...)
	}
	return cols
}

// skillColumns returns the columns of the first-mover adjustment, if there is a first
// mover, and of the win rate over both seats.
func skillColumns(s *arena.Summary) columns[arena.Pair] {
	k := s.Skill
	at := func(f func(i, j int) float64) func(*arena.Pair) float64 {
		return func(p *arena.Pair) float64 { return f(p.Lineup[0], p.Lineup[1]) }
	}
	cols := columns[arena.Pair]{
		{Name: "advantage", Doc: "first-mover advantage of the first-named: its win rate against itself less 1/2 (saha2025mindist, section VIII)",
			number: at(func(i, _ int) float64 { return k.Advantage[i].Value })},
		{Name: "advantage_se", Doc: "its standard error", number: at(func(i, _ int) float64 { return k.Advantage[i].StdErr })},
		{Name: "pair_advantage", Doc: "first-mover advantage of the pair: (win rate of both when first, summed, less 1)/2",
			number: at(func(i, j int) float64 { return k.Pair[i][j].Value })},
		{Name: "pair_advantage_se", Doc: "its standard error", number: at(func(i, j int) float64 { return k.Pair[i][j].StdErr })},
	}
	type matrix struct {
		name, doc string
		m         [][]arena.Effect
	}
	matrices := []matrix{{"adjusted", "win rate less advantage, Table I of saha2025mindist", k.Adjusted}}
	if s.Terms.AnyStarter {
		cols, matrices = nil, nil
	}
	for _, m := range append(matrices, matrix{"balanced", "win rate of the first-named over both seats", k.Balanced}) {
		cols = append(cols,
			Column[arena.Pair]{Name: m.name, Doc: m.doc, number: at(func(i, j int) float64 { return m.m[i][j].Value })},
			Column[arena.Pair]{Name: m.name + "_se", Doc: "its standard error", number: at(func(i, j int) float64 { return m.m[i][j].StdErr })},
			Column[arena.Pair]{Name: m.name + "_z", Doc: "its z against 1/2", number: at(func(i, j int) float64 { return m.m[i][j].Test.Z })},
			Column[arena.Pair]{Name: m.name + "_p", Doc: "its two-sided p-value", number: at(func(i, j int) float64 { return m.m[i][j].Test.P })},
			Column[arena.Pair]{Name: m.name + "_holm", Doc: "that after Holm's correction over all pairs of different agents", number: at(func(i, j int) float64 { return m.m[i][j].Holm })})
	}
	for i := range cols {
		cols[i].Kind = Number
	}
	return cols
}

// value returns the value of a column in a row: string, int64, uint64, float64,
// or nil for null.
func (c *Column[R]) value(row *R) any {
	switch c.Kind {
	case Text:
		return c.text(row)
	case Count:
		return int64(c.count(row))
	case Seed:
		return c.seed(row)
	}
	return finite(c.number(row))
}

// finite returns v, or nil if v is NaN or infinite.
func finite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// snake returns the name of an ending in snake case, for a column name.
func snake(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(s))
}

// Markdown returns a Markdown table with one row per column, for documentation.
func Markdown[R any](cols []Column[R]) string {
	var b strings.Builder
	b.WriteString("| column | type | meaning |\n|---|---|---|\n")
	for _, c := range cols {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Kind, c.Doc)
	}
	return b.String()
}

// interval returns the text of an interval.
func interval(in stats.Interval, digits int) string {
	return fmt.Sprintf("[%s, %s]", number(in.Low, digits), number(in.High, digits))
}
