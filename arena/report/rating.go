package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// RatingVersion is the version of the JSON and of the columns of ratings.
const RatingVersion = "rummygym.rating/1"

// RatingRow is the row of one agent, with its rank from 1.
type RatingRow struct {
	*arena.RatingRow
	Rank int
}

// ratingRows returns the rows of a rating.
func ratingRows(r *arena.Rating) (rows []RatingRow) {
	for k := range r.Rows {
		rows = append(rows, RatingRow{&r.Rows[k], k + 1})
	}
	return rows
}

// RatingColumns returns the columns of a rating, with one row per agent.
func RatingColumns(r *arena.Rating) []Column[RatingRow] {
	type row = RatingRow
	var cols columns[row]
	games := r.Terms.Games()
	within := fmt.Sprintf("%g %% bootstrap interval over deals", 100*r.Confidence)
	ends := func(name, more string, f func(*row) stats.Interval) {
		cols.number(name+"_low", "low end of its "+within+more, func(r *row) float64 { return f(r).Low })
		cols.number(name+"_high", "high end"+more, func(r *row) float64 { return f(r).High })
	}
	cols.count("rank", "rank by rating, from 1", func(r *row) int { return r.Rank })
	cols.text("agent", "the agent", func(r *row) string { return r.Name })
	cols.seed("seed", "deal i is that of episode i of a run with this seed", func(*row) uint64 { return r.Seed })
	cols.count("games", games+" played: two of every deal and opponent", func(r *row) int { return r.Games })
	if r.Setup.Retries {
		cols.count("retries", "answers that were refused and asked for again", func(r *row) int { return r.Retries })
	}
	cols.number("elo", "Bradley–Terry rating in Elo points", func(r *row) float64 { return r.Elo })
	ends("elo", ", null if it is infinite", func(r *row) stats.Interval { return r.EloInterval })
	cols.number("score", "mean score: 1 for a win, 0.5 without a winner; all opponents have equal weights", func(r *row) float64 { return r.Score.Value })
	cols.number("score_se", "its standard error over deals", func(r *row) float64 { return r.Score.StdErr })
	cols.number("gain_mean", "mean gain of a game in points; all opponents have equal weights", func(r *row) float64 { return r.Gain.Value })
	cols.number("gain_se", "its standard error over deals", func(r *row) float64 { return r.Gain.StdErr })
	cols.number("nash", "share in the Nash average of the scores (balduzzi2018reevaluating)", func(r *row) float64 { return r.Nash })
	ends("nash", "", func(r *row) stats.Interval { return r.NashInterval })
	cols.number("alpha_rank", "share in α-rank of the scores with the strongest selection (omidshafiei2019alpharank)", func(r *row) float64 { return r.Alpha })
	ends("alpha_rank", "", func(r *row) stats.Interval { return r.AlphaInterval })
	for k := range r.Rows {
		number := strconv.Itoa(k + 1)
		cols.number("score_"+number, "mean score against "+r.Rows[k].Name+", null against itself", func(o *row) float64 { return r.Scores[o.Rank-1][k].Value })
		cols.number("score_"+number+"_se", "its standard error over deals", func(o *row) float64 { return r.Scores[o.Rank-1][k].StdErr })
	}
	return cols
}

// ratingDocument is the JSON form of a rating.
type ratingDocument struct {
	Version    string            `json:"version"`
	Setup      *arena.Setup      `json:"setup"`
	Deals      int               `json:"deals"`
	Confidence float64           `json:"confidence"`
	Resamples  int               `json:"resamples"`
	Prior      float64           `json:"prior"`
	Anchor     string            `json:"anchor"`
	Rows       []json.RawMessage `json:"rows"`
	Cycles     [][3]string       `json:"cycles"` // each beats the next one, and the last the first
}

// WriteRating writes a rating in the given format. Equal ratings give equal bytes.
func WriteRating(w io.Writer, r *arena.Rating, f Format) (err error) {
	cols, rows := RatingColumns(r), ratingRows(r)
	switch f {
	case Table:
		return writeRatingTable(w, r)
	case CSV:
		return writeCSV(w, cols, rows)
	case Arrow:
		return writeArrow(w, cols, rows, RatingVersion, "rummygym.rating", &r.Setup)
	case JSON:
		d := ratingDocument{Version: RatingVersion, Setup: &r.Setup, Deals: r.Deals, Confidence: r.Confidence,
			Resamples: r.Resamples, Prior: r.Prior, Anchor: r.Anchor, Cycles: [][3]string{}}
		for _, c := range r.Cycles {
			d.Cycles = append(d.Cycles, [3]string{r.Rows[c[0]].Name, r.Rows[c[1]].Name, r.Rows[c[2]].Name})
		}
		if d.Rows, err = objects(cols, rows); err != nil {
			return err
		}
		return writeDocument(w, d)
	}
	_, err = ParseFormat(string(f))
	return err
}

// maxCycles is the number of cycles that the text table names.
const maxCycles = 5

// writeRatingTable writes the text tables of a rating: the ratings, the scores of the pairs, and
// the cycles.
func writeRatingTable(w io.Writer, r *arena.Rating) error {
	out := bufio.NewWriter(w)
	games := r.Terms.Games()
	fmt.Fprintf(out, "%d agents, rules %s, %s %s: %s, each played from both seats; seed %d.\n",
		len(r.Rows), r.Rules, thousands(r.Played()), games, counted(r.Deals, "deal"), r.Seed)
	zero := "the mean"
	if r.Anchor != "" {
		zero = r.Anchor
	}
	fmt.Fprintf(out, "Elo points by the model of Bradley and Terry; %s is 0. [%g %% intervals] and standard errors by bootstrap over deals.\n\n", zero, 100*r.Confidence)
	var g grid
	head := []string{"", "Elo", "", "score ± s.e.", "mean gain ± s.e.", games, "Nash", "", "α-rank", ""}
	if r.Setup.Retries {
		head = append(head, "answers refused")
	}
	g.add(head...)
	g.line()
	open := false
	for k := range r.Rows {
		row := &r.Rows[k]
		cells := []string{fmt.Sprintf("%d %s", k+1, row.Name), number(row.Elo, 0), EloInterval(row.EloInterval), plusMinus(row.Score, 3), plusMinus(row.Gain, 2),
			strconv.Itoa(row.Games), number(row.Nash, 2), interval(row.NashInterval, 2), number(row.Alpha, 2), interval(row.AlphaInterval, 2)}
		if r.Setup.Retries {
			cells = append(cells, strconv.Itoa(row.Retries))
		}
		g.add(cells...)
		open = open || math.IsInf(row.EloInterval.Low, 0) || math.IsInf(row.EloInterval.High, 0)
	}
	_ = g.writeTo(out) // a bufio.Writer keeps its error until Flush
	if open {
		fmt.Fprint(out, "\n∞: one of two groups of agents took no point from the other, so that the distance between them is known from one side only.\n")
	}
	fmt.Fprint(out, "\nScore of the row against the column\n\n")
	var m grid
	numbers := []string{""}
	for k := range r.Rows {
		numbers = append(numbers, strconv.Itoa(k+1))
	}
	m.add(numbers...)
	m.line()
	for a := range r.Rows {
		row := []string{fmt.Sprintf("%d %s", a+1, r.Rows[a].Name)}
		for b := range r.Rows {
			row = append(row, number(r.Scores[a][b].Value, 3))
		}
		m.add(row...)
	}
	_ = m.writeTo(out)
	writeCycles(out, r)
	return out.Flush()
}

// writeCycles names the clearest cycles.
func writeCycles(out *bufio.Writer, r *arena.Rating) {
	level := "at a joint level of " + strconv.FormatFloat(100*(1-r.Confidence), 'g', 3, 64) + " %"
	switch n := len(r.Cycles); {
	case n == 0:
		fmt.Fprintf(out, "\nNo cycle of three agents, of which each beats the next %s.\n", level)
		return
	case n == 1:
		fmt.Fprintf(out, "\nOne cycle of three agents, of which each beats the next %s:\n\n", level)
	default:
		fmt.Fprintf(out, "\n%d cycles of three agents, of which each beats the next %s:\n\n", n, level)
	}
	for _, c := range r.Cycles[:min(maxCycles, len(r.Cycles))] {
		var b strings.Builder
		for k, a := range c {
			next := c[(k+1)%3]
			fmt.Fprintf(&b, "%s %s ", r.Rows[a].Name, number(r.Scores[a][next].Value, 3))
		}
		fmt.Fprintf(out, "  %s%s\n", b.String(), r.Rows[c[0]].Name)
	}
	if n := len(r.Cycles) - maxCycles; n > 0 {
		fmt.Fprintf(out, "  and %d more\n", n)
	}
}

// EloInterval returns the text of an interval of Elo points, whose ends may be infinite.
func EloInterval(in stats.Interval) string {
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
