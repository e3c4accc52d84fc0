package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/table"
)

// EvaluationColumns returns the columns of evaluations of one agent under several rules of
// one game. Only endings that occurred have columns.
func EvaluationColumns(es []*arena.Evaluation) []table.Column[arena.EvaluationRow] {
	type row = arena.EvaluationRow
	var cols columns[row]
	terms := es[0].Terms
	games, rounds := terms.Games(), terms.Rounds()
	within := fmt.Sprintf("%g %% interval", 100*es[0].Confidence)

	cols.Text("rules", "rules of the table", func(r *row) string { return r.Rules })
	cols.Text("agent", "the agent evaluated", func(r *row) string { return r.Agent })
	seats := es[0].Seats
	cols.Text("opponent", "its opponent, at all other seats; different ones are joined by +", func(r *row) string { return r.Opponent })
	cols.Seed("seed", "deal i is that of episode i of a run with this seed", func(r *row) uint64 { return r.Seed })
	cols.Count("games", games+" played: one from each seat of every deal", func(r *row) int { return r.Rows })
	cols.Count("deals", "deals played from every seat", func(r *row) int { return r.Units })
	cols.estimate("win_rate", "win_rate_se", "share of "+games+" the agent won, over all seats", overDeals, func(r *row) stats.Estimate { return r.Win })
	cols.ends("win_rate", "its "+within+", Wilson's for the effective number of "+games, "", func(r *row) stats.Interval { return r.WinInterval })
	cols.estimate("score", "score_se", fmt.Sprintf("mean score: 1 for a win, 1/%d without a winner", seats), overDeals, func(r *row) stats.Estimate { return r.Score })
	cols.Number("score_z", fmt.Sprintf("z of the score against 1/%d", seats), func(r *row) float64 { return r.Fair.Z })
	cols.Number("score_p", "its two-sided p-value", func(r *row) float64 { return r.Fair.P })
	cols.estimate("gain_mean", "gain_se", "mean gain of the agent, points", overDeals, func(r *row) stats.Estimate { return r.Gain })
	cols.ends("gain", "its "+within, "", func(r *row) stats.Interval { return r.GainInterval })
	for seat, o := range arena.Ordinals[:seats] {
		at, se := " at seat "+strconv.Itoa(seat), "its standard error"
		cols.estimate("win_rate_"+o, "win_rate_"+o+"_se", "share of "+games+" the agent won"+at, se, func(r *row) stats.Estimate { return r.Seats[seat].Wins.Estimate() })
		cols.estimate("gain_"+o, "gain_"+o+"_se", "mean gain of the agent"+at+", points", se, func(r *row) stats.Estimate { return r.Seats[seat].Gain })
	}
	if es[0].Sequential != nil {
		sequentialColumns(&cols, es[0].Sequential)
	}
	cols.estimate(rounds+"_mean", rounds+"_se", "mean number of "+rounds, overDeals, func(r *row) stats.Estimate { return r.Rounds })
	cols.estimate("turns_mean", "turns_se", "mean number of turns of all players together", overDeals, func(r *row) stats.Estimate { return r.Turns })
	if !terms.NoDrops {
		cols.Count("drops_agent", games+" the agent dropped", func(r *row) int { return r.Drops })
		cols.Count("drops_opponent", "drops of its opponents, of all together", func(r *row) int { return r.Others.Drops })
	}
	if es[0].Retries {
		cols.Count("retries_agent", "answers of the agent that were refused and asked for again", func(r *row) int { return r.Retries })
		cols.Count("retries_opponent", "those of its opponents, of all together", func(r *row) int { return r.Others.Retries })
	}
	var parts []game.Ending // of all evaluations, in the order of their rules
	ended := map[game.Ending]bool{}
	for _, e := range es {
		for _, ending := range e.PartEndings {
			if !slices.Contains(parts, ending) {
				parts = append(parts, ending)
			}
		}
		for _, ending := range e.Endings {
			ended[ending] = true
		}
	}
	cols.parts(&es[0].Setup, parts, []string{"agent", "opponent"}, func(r *row, who int) *arena.Parts { return sides(r)[who].Parts })
	cols.endings(games, slices.Sorted(maps.Keys(ended)), func(r *row) *arena.Measure { return &r.Measure })
	return cols.Columns
}

// sides returns the results of the agent and those of its opponents.
func sides(r *arena.EvaluationRow) [2]*arena.Measure { return [2]*arena.Measure{&r.Measure, &r.Others} }

// WriteEvaluations writes evaluations of one agent under several rules of one game, at
// least one, in the given format. Equal evaluations give equal bytes.
func WriteEvaluations(w io.Writer, es []*arena.Evaluation, f table.Format) error {
	var setups []*arena.Setup
	var rows []arena.EvaluationRow
	for _, e := range es {
		setups, rows = append(setups, &e.Setup), append(rows, e.Rows...)
	}
	t := table.New(EvaluationColumns(es), rows)
	about := table.Object{"setups", setups, "confidence", es[0].Confidence}
	if test := es[0].Sequential; test != nil {
		about = append(about, "sequential", table.Object{"of", quantity(test), "h0", test.H0, "h1", test.H1, "alpha", test.Alpha, "beta", test.Beta, "range", test.Range})
	}
	d := document[arena.EvaluationRow]{key: "rummygym.evaluation", setup: setups, agents: setups[0], table: t, about: append(about, "rows", t), text: func(out *text) { writeEvaluationTable(out, es) }}
	return d.write(w, f)
}

// writeEvaluationTable writes the text tables of evaluations, one per evaluation.
func writeEvaluationTable(out *text, es []*arena.Evaluation) {
	e := es[0]
	games := e.Terms.Games()
	most := ""
	if e.Sequential != nil {
		most = "at most "
	}
	each, both, fair := "each opponent", "both seats", ".5"
	if e.Seats > 2 {
		each, both, fair = fmt.Sprintf("%d of each opponent", e.Seats-1), fmt.Sprintf("all %d seats", e.Seats), fmt.Sprintf("1/%d", e.Seats)
	}
	out.printf("%s, %s%s %s against %s: %s, each played from %s; seed %d.\n",
		e.Agent, most, thousands(e.Seats*e.Games), games, each, counted(e.Games, "deal"), both, e.Seed)
	out.printf("[%g %% intervals] and standard errors are over deals; p of a win rate of %s.\n", 100*e.Confidence, fair)
	for _, e := range es {
		out.printf("\nRules %s", e.Rules)
		if n := e.Played(); n < e.Total() && !decided(e) {
			out.printf(", not finished: %s of %s %s were played", thousands(n), thousands(e.Total()), games)
		}
		out.printf("\n\n")
		if len(e.Rows) == 1 {
			r := &e.Rows[0]
			out.printf("%s wins %s %% of its %s against %s and gains %s points a %s (± s.e.).\n\n", e.Agent, inPercent(r.Win, 1), games, r.Opponent, plusMinus(r.Gain, 1), cmp.Or(e.Terms.Game, "game"))
		}
		writeOpponents(out, e)
		if e.Sequential != nil {
			writeSequential(out, e)
		}
		writeTrouble(out, e)
		if len(e.PartEndings) > 0 {
			var rows []partsRow
			for i := range e.Rows {
				r := &e.Rows[i]
				rows = append(rows, partsRow{[]string{r.Opponent, e.Agent}, r.Parts}, partsRow{[]string{r.Opponent, r.Opponent}, r.Others.Parts})
			}
			writeParts(out, &e.Setup, rows, "against", "of")
		}
	}
}

// writeTrouble writes who forfeited games, and whose answers were refused.
func writeTrouble(out *text, e *arena.Evaluation) {
	before := "\n"
	line := func(format string, args ...any) {
		out.printf(before+format, args...)
		before = ""
	}
	for i := range e.Rows {
		r := &e.Rows[i]
		names := []string{e.Agent, r.Opponent}
		for who, side := range sides(r) {
			if n := side.Forfeits; n > 0 {
				scored := ""
				if side.Parts != nil && side.Parts.Parts == 0 {
					scored = ", and no " + e.Terms.Part + " was scored"
				}
				line("%s forfeits %s of %s against %s%s.\n", names[who], thousands(n), games(r.Rows, e.Terms), names[1-who], scored)
			}
			if n := side.Retries; n > 0 {
				line("%s gives %s that were refused and asked for again, in games between %s and %s.\n", names[who], counted(n, "answer"), e.Agent, r.Opponent)
			}
		}
	}
}

// writeOpponents writes the table of one evaluation, with one row per opponent.
func writeOpponents(out *text, e *arena.Evaluation) {
	type row = arena.EvaluationRow
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{r.Opponent, strconv.Itoa(r.Rows), plusMinus(r.Win, 4), interval(r.WinInterval, 4), pValue(r.Fair.P),
			plusMinus(r.Gain, 2), interval(r.GainInterval, 2)}
	}, "against", e.Terms.Games(), "win rate ± s.e.", "", "p", "gain ± s.e.", "")
	for seat, o := range arena.Ordinals[:e.Seats] {
		if seat == 0 {
			o = "win rate first"
		}
		v.Add(func(r *row) []string { return []string{number(r.Seats[seat].Wins.Value(), 4)} }, o)
	}
	v.Add(func(r *row) []string { return []string{number(r.Turns.Value, 1)} }, "turns")
	if e.Terms.Round != "" {
		v.Add(func(r *row) []string { return []string{number(r.Rounds.Value, 1)} }, e.Terms.Rounds())
	}
	if !e.Terms.NoDrops {
		v.Add(func(r *row) []string { return []string{strconv.Itoa(r.Drops), strconv.Itoa(r.Others.Drops)} }, "drops", "of opponents")
	}
	for _, ending := range e.Endings {
		v.Add(func(r *row) []string { return []string{strconv.Itoa(r.Endings[ending])} }, string(ending))
	}
	ruled(out, &v, e.Rows)
}

// quantity returns the name of what a test is about.
func quantity(t *arena.SequentialTest) string {
	if t.Goal == arena.GainGoal {
		return "gain"
	}
	return "score"
}

// sequentialColumns appends the columns of a sequential test.
func sequentialColumns(cols *columns[arena.EvaluationRow], t *arena.SequentialTest) {
	type row = arena.EvaluationRow
	h0, h1 := t.Bounds()
	of := "mean " + quantity(t)
	cols.Text("decision", fmt.Sprintf("of the sequential test: H0, the %s is at most %g; H1, it is at least %g; or empty", of, t.H0, t.H1),
		func(r *row) string { return string(r.Sequential.Decision()) })
	cols.Number("llr_h1", "logarithm of the likelihood ratio against H0", func(r *row) float64 { return r.Sequential.ForH1 })
	cols.Number("llr_h1_bound", "that at which H1 is accepted, log(1/alpha)", func(*row) float64 { return h1 })
	cols.Number("llr_h0", "logarithm of the likelihood ratio against H1", func(r *row) float64 { return r.Sequential.ForH0 })
	cols.Number("llr_h0_bound", "that at which H0 is accepted, log(1/beta)", func(*row) float64 { return h0 })
}

// decided reports whether no test of an evaluation can go on: it has decided, or has all deals.
func decided(e *arena.Evaluation) bool {
	for k := range e.Rows {
		s := e.Rows[k].Sequential
		if s == nil || s.Decision() == stats.Undecided && s.N < e.Games {
			return false
		}
	}
	return true
}

// writeSequential writes the tests of an evaluation.
func writeSequential(out *text, e *arena.Evaluation) {
	t := e.Sequential
	digits := 4
	if t.Goal == arena.GainGoal {
		digits = 2
	}
	out.printf("\nSequential test of the mean %s. H0: at most %s, accepted under H1 with a probability of at most %g.\nH1: at least %s, accepted under H0 with a probability of at most %g.\n\n",
		quantity(t), number(t.H0, digits), t.Beta, number(t.H1, digits), t.Alpha)
	h0, h1 := t.Bounds()
	type row = arena.EvaluationRow
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{r.Opponent, cmp.Or(string(r.Sequential.Decision()), "none"), strconv.Itoa(2 * r.Sequential.N), number(r.Sequential.ForH1, 2),
			number(h1, 2), number(r.Sequential.ForH0, 2), number(h0, 2), number(r.Sequential.Mean(), digits)}
	}, "against", "decision", e.Terms.Games(), "LLR against H0", "bound", "LLR against H1", "bound", "mean "+quantity(t))
	ruled(out, &v, e.Rows)
}
