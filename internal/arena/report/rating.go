package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/internal/table"
)

// RatingVersion is the version of the JSON and of the columns of ratings.
const RatingVersion = ratingKey + "/1"

const ratingKey = "rummygym.rating"

// RatingColumns returns the columns of a rating, with one row per agent.
func RatingColumns(r *arena.Rating) []table.Column[arena.RatingRow] {
	type row = arena.RatingRow
	var cols columns[row]
	games := r.Terms.Games()
	within := fmt.Sprintf("its %g %% bootstrap interval over deals", 100*r.Confidence)
	cols.Count("rank", "rank by rating, from 1", func(r *row) int { return r.Rank })
	cols.Text("agent", "the agent", func(r *row) string { return r.Name })
	cols.Seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return r.Seed })
	cols.Count("games", games+" played: two of every deal and opponent", func(r *row) int { return r.Games })
	if forfeited(r) {
		cols.Count("forfeits", games+" that the agent forfeited, which count as lost", func(r *row) int { return r.Forfeits })
	}
	if r.Setup.Retries {
		cols.Count("retries", "answers that were refused and asked for again", func(r *row) int { return r.Retries })
	}
	cols.Number("elo", "Bradley–Terry rating in Elo points", func(r *row) float64 { return r.Elo })
	cols.ends("elo", within, ", null if it is infinite", func(r *row) stats.Interval { return r.EloInterval })
	cols.estimate("score", "score_se", "mean score: 1 for a win, 0.5 without a winner; all opponents have equal weights", overDeals, func(r *row) stats.Estimate { return r.Score })
	cols.estimate("gain_mean", "gain_se", "mean gain of a game in points; all opponents have equal weights", overDeals, func(r *row) stats.Estimate { return r.Gain })
	for k := range r.Rows {
		name := "score_" + strconv.Itoa(k+1)
		cols.estimate(name, name+"_se", "mean score against "+r.Rows[k].Name+", null against itself", overDeals, func(o *row) stats.Estimate { return r.Scores[o.Rank-1][k] })
	}
	return cols.Columns
}

// forfeited reports whether an agent forfeited a game.
func forfeited(r *arena.Rating) bool {
	return slices.ContainsFunc(r.Rows, func(r arena.RatingRow) bool { return r.Forfeits > 0 })
}

// WriteRating writes a rating in the given format. Equal ratings give equal bytes.
func WriteRating(w io.Writer, r *arena.Rating, f table.Format) error {
	t := table.New(RatingColumns(r), r.Rows)
	cycles := [][3]string{} // each beats the next one, and the last the first
	for _, c := range r.Cycles {
		cycles = append(cycles, [3]string{r.Rows[c[0]].Name, r.Rows[c[1]].Name, r.Rows[c[2]].Name})
	}
	d := document[arena.RatingRow]{key: ratingKey, setup: &r.Setup, agents: &r.Setup, table: t, text: func(out *text) { writeRatingTable(out, r) }}
	d.about = table.Object{"setup", &r.Setup, "deals", r.Deals, "confidence", r.Confidence, "resamples", r.Resamples,
		"prior", r.Prior, "anchor", r.Anchor, "rows", t, "cycles", cycles}
	return d.write(w, f)
}

// maxCycles is the number of cycles that the text table names.
const maxCycles = 5

// writeRatingTable writes the text tables of a rating: the ratings, the scores of the pairs, and
// the cycles.
func writeRatingTable(out *text, r *arena.Rating) {
	games := r.Terms.Games()
	out.printf("%d agents, rules %s, %s %s: %s, each played from both seats; seed %d.\n",
		len(r.Rows), r.Rules, thousands(r.Played()), games, counted(r.Deals, "deal"), r.Seed)
	zero := "the mean"
	if r.Anchor != "" {
		zero = r.Anchor
	}
	out.printf("Elo points by the model of Bradley and Terry; %s is 0. [%g %% intervals] and standard errors by bootstrap over deals.\n\n", zero, 100*r.Confidence)
	type row = arena.RatingRow
	name := func(r *row) string { return fmt.Sprintf("%d %s", r.Rank, r.Name) }
	var v, scores table.View[row]
	v.Add(func(r *row) []string {
		return []string{name(r), number(r.Elo, 0), eloInterval(r.EloInterval), plusMinus(r.Score, 3), plusMinus(r.Gain, 2), strconv.Itoa(r.Games)}
	}, "", "Elo", "", "score ± s.e.", "mean gain ± s.e.", games)
	if r.Setup.Retries {
		v.Add(func(r *row) []string { return []string{strconv.Itoa(r.Retries)} }, "answers refused")
	}
	ruled(out, &v, r.Rows)
	if slices.ContainsFunc(r.Rows, func(r arena.RatingRow) bool {
		return math.IsInf(r.EloInterval.Low, 0) || math.IsInf(r.EloInterval.High, 0)
	}) {
		out.printf("\n∞: one of two groups of agents took no point from the other, so that the distance between them is known from one side only.\n")
	}
	if forfeited(r) {
		out.printf("\n")
	}
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Forfeits > 0 {
			out.printf("%s forfeits %s of %s %s, which count as lost.", row.Name, thousands(row.Forfeits), thousands(row.Games), games)
			if row.Forfeits == row.Games {
				out.printf(" Its rating says nothing about its play.")
			}
			out.printf("\n")
		}
	}
	out.printf("\nScore of the row against the column\n\n")
	scores.Add(func(r *row) []string { return []string{name(r)} }, "")
	for k := range r.Rows {
		scores.Add(func(o *row) []string { return []string{number(r.Scores[o.Rank-1][k].Value, 3)} }, strconv.Itoa(k+1))
	}
	ruled(out, &scores, r.Rows)
	writeCycles(out, r)
}

// writeCycles names the clearest cycles.
func writeCycles(out *text, r *arena.Rating) {
	level := "at a joint level of " + strconv.FormatFloat(100*(1-r.Confidence), 'g', 3, 64) + " %"
	switch n := len(r.Cycles); {
	case n == 0:
		out.printf("\nNo cycle of three agents, of which each beats the next %s.\n", level)
		return
	case n == 1:
		out.printf("\nOne cycle of three agents, of which each beats the next %s:\n\n", level)
	default:
		out.printf("\n%d cycles of three agents, of which each beats the next %s:\n\n", n, level)
	}
	for _, c := range r.Cycles[:min(maxCycles, len(r.Cycles))] {
		var b strings.Builder
		for k, a := range c {
			next := c[(k+1)%3]
			fmt.Fprintf(&b, "%s %s ", r.Rows[a].Name, number(r.Scores[a][next].Value, 3))
		}
		out.printf("  %s%s\n", b.String(), r.Rows[c[0]].Name)
	}
	if n := len(r.Cycles) - maxCycles; n > 0 {
		out.printf("  and %d more\n", n)
	}
}

// eloInterval returns the text of an interval of Elo points, whose ends may be infinite.
func eloInterval(in stats.Interval) string {
	end := func(v float64) string {
		switch {
		case math.IsInf(v, -1):
			return "−∞"
		case math.IsInf(v, 1):
			return "∞"
		}
		return number(v, 0)
	}
	return "[" + end(in.Low) + ", " + end(in.High) + "]"
}
