// Package report prints the summary of a tournament: as text tables, JSON, CSV
// and Arrow.
//
// Start from [Write]:
//
//	summary := arena.Summarize(result, arena.Settings{})
//	err := report.Write(os.Stdout, summary, table.Readable)
//
// JSON, CSV and Arrow have one row per lineup and the columns of [Columns], whose names
// are stable. Undefined values (the test of an agent against itself, the standard error
// of one game) are null, or empty in CSV. Equal summaries give equal bytes in every
// format.
package report

import (
	"fmt"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/table"
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

// Columns returns the columns of a summary, in order. They depend on the number of
// seats, on the endings that occurred and on the terms of the game: rounds_mean is
// hands_mean if rounds are hands, and drops and the first mover's advantage have columns
// only in games that have them. The columns of the skill matrices, which are the last
// ones, exist only for tournaments of all ordered pairs at two seats.
func Columns(s *arena.Summary) []table.Column[arena.Pair] {
	var cols columns[arena.Pair]
	within := fmt.Sprintf("%g %% interval", 100*s.Settings.Confidence)
	games, rounds := s.Terms.Games(), s.Terms.Rounds()

	for seat, o := range arena.Ordinals[:s.Seats] {
		cols.Text(o, "agent at seat "+fmt.Sprint(seat), func(p *arena.Pair) string { return p.Names[seat] })
	}
	cols.Seed("seed", "game i is episode i of a run with this seed", func(p *arena.Pair) uint64 { return p.Seed })
	cols.Count("games", games+" played", func(p *arena.Pair) int { return p.Games })
	cols.Count("wins", games+" the first-named won", func(p *arena.Pair) int { return p.Seats[0].Wins.Successes })
	cols.Number("win_rate", "share of "+games+" the first-named won", func(p *arena.Pair) float64 { return p.Seats[0].Wins.Value() })
	cols.ends("win_rate", "its Wilson "+within, "", func(p *arena.Pair) stats.Interval { return p.Win })
	cols.Number("score", fmt.Sprintf("mean score of the first-named: 1 for a win, 1/%d without a winner", s.Seats), func(p *arena.Pair) float64 { return p.Score })
	null := fmt.Sprintf("1/%d", s.Seats)
	cols.Number("score_z", "z of the score against "+null, func(p *arena.Pair) float64 { return p.Fair.Z })
	cols.Number("score_p", "its two-sided p-value", func(p *arena.Pair) float64 { return p.Fair.P })
	cols.Number("score_holm", "that after Holm's correction over all rows", func(p *arena.Pair) float64 { return p.FairHolm })
	cols.estimate("gain_mean", "gain_se", "mean gain of the first-named, points", "standard error of the mean gain", func(p *arena.Pair) stats.Estimate { return p.Seats[0].Gain })
	cols.ends("gain_mean", "the bootstrap "+within+" of the mean gain", "", func(p *arena.Pair) stats.Interval { return p.Gain })
	cols.Number("gain_median", "median gain of the first-named, points", func(p *arena.Pair) float64 { return p.Median })
	cols.ends("gain_median", "its bootstrap "+within, "", func(p *arena.Pair) stats.Interval { return p.MedianGain })
	cols.estimate(rounds+"_mean", rounds+"_se", "mean number of "+rounds, "its standard error", func(p *arena.Pair) stats.Estimate { return p.Rounds })
	cols.Number(rounds+"_median", "median number of "+rounds, func(p *arena.Pair) float64 { return p.MedianRounds })
	cols.Number(rounds+"_low", "2.5th percentile of the "+rounds, func(p *arena.Pair) float64 { return p.RoundsRange.Low })
	cols.Number(rounds+"_high", "97.5th percentile of the "+rounds, func(p *arena.Pair) float64 { return p.RoundsRange.High })
	cols.Number(rounds+"_limit_share", "share of "+games+" that reached the limit of "+rounds, func(p *arena.Pair) float64 { return p.AtLimit.Value() })
	cols.Number("turns_mean", "mean number of turns of all players together", func(p *arena.Pair) float64 { return p.Turns.Value })
	if s.Terms.Round != "" {
		cols.Number("turns_per_"+s.Terms.Round, "turns of all "+games+" over their "+rounds, func(p *arena.Pair) float64 { return p.TurnsPerRound })
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if !s.Terms.NoDrops {
			cols.Count("drops_"+o, games+" the "+o+" dropped", func(p *arena.Pair) int { return p.Seats[seat].Drops })
		}
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if s.Seats > 2 && seat > 0 { // with two seats, the values of the first imply those of the second
			cols.Count("wins_"+o, games+" the "+o+" won", func(p *arena.Pair) int { return p.Seats[seat].Wins.Successes })
			cols.Number("gain_mean_"+o, "mean gain of the "+o+", points", func(p *arena.Pair) float64 { return p.Seats[seat].Gain.Value })
		}
	}
	for seat, o := range arena.Ordinals[:s.Seats] {
		if s.Retries {
			cols.Count("retries_"+o, "answers of the "+o+" that were refused and asked for again", func(p *arena.Pair) int { return p.Seats[seat].Retries })
		}
	}
	if len(s.PartEndings) > 0 {
		if s.Seats == 2 {
			cols.Count(s.Terms.Part+"s", s.Terms.Part+"s of all "+games, func(p *arena.Pair) int { return p.Seats[0].Parts.Parts })
			cols.Count(s.Terms.Part+"s_by_nobody", s.Terms.Part+"s that no player ended", func(p *arena.Pair) int { return p.Seats[0].Parts.Nobody })
		}
		for seat, o := range arena.Ordinals[:s.Seats] {
			partsColumns(&cols, &s.Setup, s.PartEndings, o, func(p *arena.Pair) *arena.Parts { return p.Seats[seat].Parts })
		}
	}
	for _, e := range s.Endings {
		cols.Count("ending_"+snake(string(e)), games+" that ended so: "+string(e), func(p *arena.Pair) int { return p.Endings[e] })
	}
	if s.Skill != nil {
		skillColumns(&cols, s)
	}
	return cols.Columns
}

// skillColumns appends the columns of the first-mover adjustment, if there is a first
// mover, and of the win rate over both seats.
func skillColumns(cols *columns[arena.Pair], s *arena.Summary) {
	k := s.Skill
	matrix := func(name, doc string, m [][]arena.Effect) {
		at := func(p *arena.Pair) *arena.Effect { return &m[p.Lineup[0]][p.Lineup[1]] }
		cols.estimate(name, name+"_se", doc, "its standard error", func(p *arena.Pair) stats.Estimate { return at(p).Estimate })
		cols.Number(name+"_z", "its z against 1/2", func(p *arena.Pair) float64 { return at(p).Test.Z })
		cols.Number(name+"_p", "its two-sided p-value", func(p *arena.Pair) float64 { return at(p).Test.P })
		cols.Number(name+"_holm", "that after Holm's correction over all pairs of different agents", func(p *arena.Pair) float64 { return at(p).Holm })
	}
	if !s.Terms.AnyStarter {
		cols.estimate("advantage", "advantage_se", "first-mover advantage of the first-named: its win rate against itself less 1/2 (saha2025mindist, section VIII)", "its standard error",
			func(p *arena.Pair) stats.Estimate { return k.Advantage[p.Lineup[0]] })
		cols.estimate("pair_advantage", "pair_advantage_se", "first-mover advantage of the pair: (win rate of both when first, summed, less 1)/2", "its standard error",
			func(p *arena.Pair) stats.Estimate { return k.Pair[p.Lineup[0]][p.Lineup[1]] })
		matrix("adjusted", "win rate less advantage, Table I of saha2025mindist", k.Adjusted)
	}
	matrix("balanced", "win rate of the first-named over both seats", k.Balanced)
}

// snake returns the name of an ending in snake case, for a column name.
func snake(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(s))
}
