package recipe

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rummygym/arena/review"
	"rummygym/table"
)

// table prints the review for people.
func (x *ReviewResult) table(w *bufio.Writer) {
	fmt.Fprintf(w, "%s, reviewed with %s\n", x.Rules.Type().Title, x.by())
	if n := len(x.Record.Seats); n > 2 {
		fmt.Fprintf(w, "With %d players all places of the hidden cards are equally likely, and roll-outs go to the end of the game: errors are larger than with two.\n", n)
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
		var v table.View[review.Decision]
		v.Add(func(d *review.Decision) []string {
			mark, best := "", x.game.ActionString(d.Best)
			if d.Mistake {
				mark = "*"
			}
			if d.Best == d.Made.Action {
				best = "the same"
			}
			return []string{mark, strconv.Itoa(d.Event), d.Made.Text, best, pointsText(&d.Cost), percentText(d.Cost.Win, d.Cost.WinError), percentText(d.Made.Estimate.Win+d.Cost.Win, math.NaN())}
		}, "", "event", "move", "best move", "cost in points", "in win chance", "win chance before")
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
