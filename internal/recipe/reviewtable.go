package recipe

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/arena/review"
	"rummygym/internal/table"
)

// table prints the review for people.
func (x *ReviewResult) table(w *bufio.Writer) {
	fmt.Fprintf(w, "%s, reviewed with %s\n", x.Rules.Type().Title, x.by())
	if n := len(x.Record.Seats); n > 2 {
		fmt.Fprintf(w, "With %d players all places of the hidden cards are equally likely, and roll-outs go to the end of the game: errors are larger than with two.\n", n)
	}
	if x.match() {
		x.deals(w)
	}
	for _, p := range x.Seats {
		all := x.Review.Worst(p, x.Goal)
		fmt.Fprintf(w, "\nseat %d, %s: %s\n", p, x.Record.Seats[p], summary(all))
		shown := all[:0:0]
		for i, d := range all {
			if x.rows == 0 || i < x.rows && d.Best != d.Made.Action || d.Mistake {
				shown = append(shown, d)
			}
		}
		if len(shown) == 0 {
			continue
		}
		fmt.Fprintln(w)
		title := "event"
		if x.match() {
			title = "deal/event"
		}
		var v table.View[review.Decision]
		v.Add(func(d *review.Decision) []string {
			mark, best := "", x.game.ActionString(d.Best)
			if d.Mistake {
				mark = "*"
			}
			if d.Best == d.Made.Action {
				best = "the same"
			}
			event := strconv.Itoa(d.Event)
			if d.Deal > 0 {
				event = strconv.Itoa(d.Deal) + "/" + event
			}
			return []string{mark, event, d.Made.Text, best, pointsText(&d.Cost), percentText(d.Cost.Win, d.Cost.WinError), percentText(d.Made.Estimate.Win+d.Cost.Win, math.NaN())}
		}, "", title, "move", "best move", "cost in points", "in win chance", "win chance before")
		for i, line := range v.Lines(table.Left, shown) {
			w.WriteString(line)
			if i > 0 && len(shown[i-1].Reasons) > 0 {
				fmt.Fprintf(w, "       %s\n", strings.Join(shown[i-1].Reasons, "; "))
			}
		}
		if hidden := len(all) - len(shown); hidden > 0 {
			fmt.Fprintf(w, "and %d more without a mistake (--rows 0 prints all)\n", hidden)
		}
	}
}

// match reports whether the game is a match of several deals, whose decisions are reviewed by deals.
func (x *ReviewResult) match() bool { return x.Rules.Type().Deal != nil }

// deals prints the deals of a match, with the mistakes of the seats reviewed.
func (x *ReviewResult) deals(w *bufio.Writer) {
	of := "the deal"
	if x.Review.ByScore {
		of = "the match, by the score after the deal"
	}
	fmt.Fprintf(w, "Costs are in points of the deal and do not know the score of the match; the win chance is that of %s.\n\n", of)
	var v table.View[record.Event]
	v.Add(func(e *record.Event) []string {
		row := []string{strconv.Itoa(e.Hand), string(e.Ending), "nobody", fmt.Sprint(e.Scored), fmt.Sprint(e.Scores)}
		if e.Winner != game.NoPlayer {
			row[2] = fmt.Sprintf("seat %d", e.Winner)
		}
		var all []review.Decision
		for _, d := range x.Review.Decisions {
			if d.Deal == e.Hand {
				all = append(all, d)
			}
		}
		return append(row, summary(all))
	}, "deal", "ended by", "won by", "points", "score", "reviewed")
	var scores []record.Event
	for _, e := range x.Record.Events {
		if e.Type == record.Score {
			scores = append(scores, e)
		}
	}
	v.Write(w, table.Left, scores)
}

// summary says how many decisions and mistakes there are, and what the mistakes cost together.
func summary(all []review.Decision) string {
	var total review.Estimate
	mistakes := 0
	for _, d := range all {
		if d.Mistake {
			mistakes++
			total.Points += d.Cost.Points
			total.PointsError = math.Hypot(total.PointsError, d.Cost.PointsError)
		}
	}
	text := fmt.Sprintf("%s, %s", table.Plural(len(all), "decision"), table.Plural(mistakes, "mistake"))
	if mistakes > 0 {
		text += fmt.Sprintf(" that cost %s points", pointsText(&total))
	}
	return text
}

func pointsText(e *review.Estimate) string {
	return fmt.Sprintf("%.2f ± %.2f", e.Points, e.PointsError)
}

// percentText writes a chance with its error, which is left out if it is NaN.
func percentText(x, err float64) string {
	if math.IsNaN(err) {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.1f ± %.1f %%", 100*x, 100*err)
}
