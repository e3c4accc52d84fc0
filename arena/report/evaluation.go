package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"rummygym/arena"
	"rummygym/env/game"
)

// EvaluationVersion is the version of the JSON and of the columns of evaluations.
const EvaluationVersion = "rummygym.evaluation/1"

// EvaluationRow is the row of one opponent, with its evaluation.
type EvaluationRow struct {
	*arena.EvaluationRow
	Of *arena.Evaluation
}

// evaluationRows returns the opponents of all evaluations, one after the other.
func evaluationRows(es []*arena.Evaluation) (rows []EvaluationRow) {
	for _, e := range es {
		for i := range e.Rows {
			rows = append(rows, EvaluationRow{&e.Rows[i], e})
		}
	}
	return rows
}

// EvaluationColumns returns the columns of evaluations of one agent under several rules of
// one game. Only endings that occurred have columns.
func EvaluationColumns(es []*arena.Evaluation) []Column[EvaluationRow] {
	type row = EvaluationRow
	var cols columns[row]
	terms := es[0].Terms
	games, rounds := terms.Games(), terms.Rounds()
	within := fmt.Sprintf("%g %% interval", 100*es[0].Confidence)

	cols.text("rules", "rules of the table", func(r *row) string { return r.Of.Rules })
	cols.text("agent", "the agent evaluated", func(r *row) string { return r.Of.Agent })
	seats := es[0].Seats
	cols.text("opponent", "its opponent, at all other seats; different ones are joined by +", func(r *row) string { return r.Opponent })
	cols.seed("seed", "deal i is that of episode i of a run with this seed", func(r *row) uint64 { return r.Of.Seed })
	cols.count("games", games+" played: one from each seat of every deal", func(r *row) int { return seats * r.Deals })
	cols.count("deals", "deals played from every seat", func(r *row) int { return r.Deals })
	cols.number("win_rate", "share of "+games+" the agent won, over all seats", func(r *row) float64 { return r.Win.Value })
	cols.number("win_rate_se", "its standard error over deals", func(r *row) float64 { return r.Win.StdErr })
	cols.number("win_rate_low", "low end of its "+within+", Wilson's for the effective number of "+games, func(r *row) float64 { return r.WinInterval.Low })
	cols.number("win_rate_high", "high end", func(r *row) float64 { return r.WinInterval.High })
	cols.number("win_rate_z", fmt.Sprintf("z of the win rate against 1/%d", seats), func(r *row) float64 { return r.Fair.Z })
	cols.number("win_rate_p", "its two-sided p-value", func(r *row) float64 { return r.Fair.P })
	cols.number("gain_mean", "mean gain of the agent, points", func(r *row) float64 { return r.Gain.Value })
	cols.number("gain_se", "its standard error over deals", func(r *row) float64 { return r.Gain.StdErr })
	cols.number("gain_low", "low end of its "+within, func(r *row) float64 { return r.GainInterval.Low })
	cols.number("gain_high", "high end", func(r *row) float64 { return r.GainInterval.High })
	for seat, o := range arena.Ordinals[:seats] {
		cols.number("win_rate_"+o, "share of "+games+" the agent won at seat "+strconv.Itoa(seat), func(r *row) float64 { return r.Seats[seat].Win.Value() })
		cols.number("win_rate_"+o+"_se", "its standard error", func(r *row) float64 { return r.Seats[seat].Win.StdErr() })
		cols.number("gain_"+o, "mean gain of the agent at seat "+strconv.Itoa(seat)+", points", func(r *row) float64 { return r.Seats[seat].Gain.Value })
		cols.number("gain_"+o+"_se", "its standard error", func(r *row) float64 { return r.Seats[seat].Gain.StdErr })
	}
	if es[0].Sequential != nil {
		sequentialColumns(&cols, es[0].Sequential)
	}
	cols.number(rounds+"_mean", "mean number of "+rounds, func(r *row) float64 { return r.Rounds.Value })
	cols.number(rounds+"_se", "its standard error over deals", func(r *row) float64 { return r.Rounds.StdErr })
	cols.number("turns_mean", "mean number of turns of all players together", func(r *row) float64 { return r.Turns.Value })
	cols.number("turns_se", "its standard error over deals", func(r *row) float64 { return r.Turns.StdErr })
	if !terms.NoDrops {
		cols.count("drops_agent", games+" the agent dropped", func(r *row) int { return r.Drops[0] })
		cols.count("drops_opponent", "drops of its opponents, of all together", func(r *row) int { return r.Drops[1] })
	}
	if es[0].Retries {
		cols.count("retries_agent", "answers of the agent that were refused and asked for again", func(r *row) int { return r.Retries[0] })
		cols.count("retries_opponent", "those of its opponents, of all together", func(r *row) int { return r.Retries[1] })
	}
	if len(es[0].PartEndings) > 0 {
		var endings []game.Ending
		for _, e := range es {
			for _, ending := range e.PartEndings {
				if !slices.Contains(endings, ending) {
					endings = append(endings, ending)
				}
			}
		}
		cols.count(terms.Part+"s", terms.Part+"s of all "+games, func(r *row) int { return r.Parts[0].Parts })
		cols.count(terms.Part+"s_by_nobody", terms.Part+"s that no player ended", func(r *row) int { return r.Parts[0].Nobody })
		for who, suffix := range []string{"agent", "opponent"} {
			partsColumns(&cols, &terms, endings, suffix, func(r *row) *arena.Parts { return r.Parts[who] })
		}
	}
	for _, e := range evaluationEndings(es) {
		cols.count("ending_"+snake(string(e)), games+" that ended so: "+string(e), func(r *row) int { return r.Endings[e] })
	}
	return cols
}

// evaluationEndings returns all endings that occurred, in alphabetical order.
func evaluationEndings(es []*arena.Evaluation) []game.Ending {
	all := map[game.Ending]bool{}
	for _, e := range es {
		for _, ending := range e.Endings {
			all[ending] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// evaluationDocument is the JSON form of evaluations. Each row is an object with the
// columns as its fields, in order.
type evaluationDocument struct {
	Version    string            `json:"version"`
	Setups     []*arena.Setup    `json:"setups"` // one per evaluation
	Confidence float64           `json:"confidence"`
	Sequential *sequentialTest   `json:"sequential,omitempty"`
	Rows       []json.RawMessage `json:"rows"`
}

// WriteEvaluations writes evaluations of one agent under several rules of one game, at
// least one, in the given format. Equal evaluations give equal bytes.
func WriteEvaluations(w io.Writer, es []*arena.Evaluation, f Format) (err error) {
	var setups []*arena.Setup
	for _, e := range es {
		setups = append(setups, &e.Setup)
	}
	cols, rows := EvaluationColumns(es), evaluationRows(es)
	switch f {
	case Table:
		return writeEvaluationTable(w, es)
	case CSV:
		return writeCSV(w, cols, rows)
	case Arrow:
		return writeArrow(w, cols, rows, EvaluationVersion, "rummygym.evaluation", setups)
	case JSON:
		d := evaluationDocument{Version: EvaluationVersion, Setups: setups, Confidence: es[0].Confidence, Sequential: sequentialTestOf(es[0].Sequential)}
		if d.Rows, err = objects(cols, rows); err != nil {
			return err
		}
		return writeDocument(w, d)
	}
	_, err = ParseFormat(string(f))
	return err
}

// writeEvaluationTable writes the text tables of evaluations, one per evaluation.
func writeEvaluationTable(w io.Writer, es []*arena.Evaluation) error {
	out := bufio.NewWriter(w)
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
	fmt.Fprintf(out, "%s, %s%s %s against %s: %s, each played from %s; seed %d.\n",
		e.Agent, most, thousands(e.Seats*e.Games), games, each, counted(e.Games, "deal"), both, e.Seed)
	fmt.Fprintf(out, "[%g %% intervals] and standard errors are over deals; p of a win rate of %s.\n", 100*e.Confidence, fair)
	for _, e := range es {
		fmt.Fprintf(out, "\nRules %s", e.Rules)
		if n := e.Played(); n < e.Total() && !decided(e) {
			fmt.Fprintf(out, ", not finished: %s of %s %s were played", thousands(n), thousands(e.Total()), games)
		}
		fmt.Fprint(out, "\n\n")
		if len(e.Rows) == 1 {
			r := &e.Rows[0]
			fmt.Fprintf(out, "%s wins %s %% of its %s against %s and gains %s points a %s (± s.e.).\n\n", e.Agent, winPercent(r.Win), games, r.Opponent, plusMinus(r.Gain, 1), cmp.Or(e.Terms.Game, "game"))
		}
		_ = evaluationGrid(e).writeTo(out) // a bufio.Writer keeps its error until Flush
		if e.Sequential != nil {
			writeSequential(out, e)
		}
		writeTrouble(out, e)
		if len(e.PartEndings) > 0 {
			fmt.Fprintf(out, "\n%s\n\n", partsTitle(&e.Setup))
			_ = evaluationParts(e).writeTo(out)
		}
	}
	return out.Flush()
}

// writeTrouble writes who forfeited games, and whose answers were refused.
func writeTrouble(out *bufio.Writer, e *arena.Evaluation) {
	before := "\n"
	line := func(format string, args ...any) {
		fmt.Fprintf(out, before+format, args...)
		before = ""
	}
	for i := range e.Rows {
		r := &e.Rows[i]
		for who, name := range []string{e.Agent, r.Opponent} {
			if n := r.Forfeits[who]; n > 0 {
				other := r.Opponent
				if who == 1 {
					other = e.Agent
				}
				line("%s forfeits %s of %s against %s", name, thousands(n), games(e.Seats*r.Deals, e.Terms), other)
				if r.Parts[who] != nil && r.Parts[who].Parts == 0 {
					fmt.Fprintf(out, ", and no %s was scored", e.Terms.Part)
				}
				fmt.Fprintln(out, ".")
			}
			if n := r.Retries[who]; n > 0 {
				line("%s gives %s that were refused and asked for again, in games between %s and %s.\n", name, counted(n, "answer"), e.Agent, r.Opponent)
			}
		}
	}
}

// evaluationGrid returns the table of one evaluation, with one row per opponent.
func evaluationGrid(e *arena.Evaluation) *grid {
	head := []string{"against", e.Terms.Games(), "win rate ± s.e.", "", "p", "gain ± s.e.", "", "win rate first"}
	head = append(append(head, arena.Ordinals[1:e.Seats]...), "turns")
	if e.Terms.Round != "" {
		head = append(head, e.Terms.Rounds())
	}
	if !e.Terms.NoDrops {
		head = append(head, "drops", "of opponents")
	}
	for _, ending := range e.Endings {
		head = append(head, string(ending))
	}
	var g grid
	g.add(head...)
	g.line()
	for i := range e.Rows {
		r := &e.Rows[i]
		row := []string{r.Opponent, strconv.Itoa(e.Seats * r.Deals), plusMinus(r.Win, 4), interval(r.WinInterval, 4), pValue(r.Fair.P),
			plusMinus(r.Gain, 2), interval(r.GainInterval, 2)}
		for seat := range r.Seats {
			row = append(row, number(r.Seats[seat].Win.Value(), 4))
		}
		row = append(row, number(r.Turns.Value, 1))
		if e.Terms.Round != "" {
			row = append(row, number(r.Rounds.Value, 1))
		}
		if !e.Terms.NoDrops {
			row = append(row, strconv.Itoa(r.Drops[0]), strconv.Itoa(r.Drops[1]))
		}
		for _, ending := range e.Endings {
			row = append(row, strconv.Itoa(r.Endings[ending]))
		}
		g.add(row...)
	}
	return &g
}
