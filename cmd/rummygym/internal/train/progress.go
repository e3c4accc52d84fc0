package train

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/train"
	"rummygym/train/recipe"
)

// progress shows the progress of a run: on a terminal a bar with the loss and the win rate,
// and everywhere a line for each row of metrics.
type progress struct {
	bar     *cli.Bar
	live    []string // columns that the bar shows after the loss
	printed int      // number of rows printed; -1 before the first step
	shown   time.Time
}

// showEvery is the time between two states of the bar: to draw one takes as long as some steps.
const showEvery = 100 * time.Millisecond

// newProgress returns the progress of a run on w.
func newProgress(w io.Writer, live []string) *progress {
	return &progress{bar: cli.NewBar(w, "training", "steps"), live: live, printed: -1}
}

// step shows the progress after a step.
func (t *progress) step(p recipe.Progress) {
	if t.printed < 0 {
		t.printed = len(p.Rows) // a resumed run does not print its earlier rows again
	}
	t.rows(&p)
	if t.bar.Show && time.Since(t.shown) >= showEvery {
		t.shown = time.Now()
		t.bar.Describe(liveText(&p.Progress, t.live))
		t.bar.Set(int(p.Step), int(p.Steps))
	}
}

// rows prints the rows that have not been printed.
func (t *progress) rows(p *recipe.Progress) {
	for ; t.printed >= 0 && t.printed < len(p.Rows); t.printed++ {
		var text strings.Builder
		for i, v := range p.Rows[t.printed] {
			if i == 0 && p.Epoch > 0 {
				fmt.Fprintf(&text, "epoch %d:", int64(v)/p.Epoch)
			} else if i == 0 {
				fmt.Fprintf(&text, "step %.0f:", v)
			} else if !math.IsNaN(v) {
				fmt.Fprintf(&text, " %s %.4g", p.Columns[i], v)
			}
		}
		t.bar.Line(text.String())
	}
}

// liveText returns the text of the bar: the first metric of the step, which is the loss, the
// metrics named by live, and the last win rate.
func liveText(p *train.Progress, live []string) string {
	text := fmt.Sprintf("%s %.4f", p.Columns[1], p.Row[1])
	for i, c := range p.Columns {
		if slices.Contains(live, c) {
			text += fmt.Sprintf(" %s %.3f", c[strings.LastIndexByte(c, '/')+1:], p.Row[i])
		}
	}
	for i, c := range p.Columns {
		if name, ok := strings.CutPrefix(c, "win/"); ok {
			for r := len(p.Rows) - 1; r >= 0; r-- {
				if v := p.Rows[r][i]; !math.IsNaN(v) {
					return fmt.Sprintf("%s, wins %.3f v %s", text, v, name)
				}
			}
		}
	}
	return text
}
