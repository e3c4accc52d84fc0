package record

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"rummygym/arena/review"
	"rummygym/cmd/rummygym/internal/cli"
)

// table prints the review for people.
func (x *reviewed) table(w io.Writer) error {
	fmt.Fprintf(w, "%s, reviewed with %s\n", x.rules.Type().Title, x.by())
	if n := len(x.record.Seats); n > 2 {
		fmt.Fprintf(w, "With %d players all places of the hidden cards are equally likely, and roll-outs go to the end of the game: errors are larger than with two.\n", n)
	}
	for _, p := range x.seats {
		all := x.review.Worst(p, x.goal)
		fmt.Fprintf(w, "\nseat %d, %s: %s\n", p, cli.Visible(x.record.Seats[p]), summary(all))
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
		var b strings.Builder
		tab := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tab, "\tevent\tmove\tbest move\tcost in points\tin win chance\twin chance before")
		for _, d := range shown {
			mark, best := "", x.game.ActionString(d.Best)
			if d.Mistake {
				mark = "*"
			}
			if d.Best == d.Made.Action {
				best = "the same"
			}
			fmt.Fprintf(tab, "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", mark, d.Event, d.Made.Text, best, pointsText(&d.Cost), percentText(d.Cost.Win, d.Cost.WinError), percentText(d.Made.Estimate.Win+d.Cost.Win, math.NaN()))
		}
		tab.Flush()
		lines := strings.SplitAfter(b.String(), "\n")
		io.WriteString(w, lines[0])
		for i, d := range shown {
			io.WriteString(w, lines[i+1])
			if len(d.Reasons) > 0 {
				fmt.Fprintf(w, "       %s\n", strings.Join(d.Reasons, "; "))
			}
		}
		if hidden := len(all) - len(shown); hidden > 0 {
			fmt.Fprintf(w, "and %d more without a mistake (--rows 0 prints all)\n", hidden)
		}
	}
	return nil
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
	text := fmt.Sprintf("%s, %s", cli.Plural(len(all), "decision"), cli.Plural(mistakes, "mistake"))
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
