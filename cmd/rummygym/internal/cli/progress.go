package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"rummygym/recipe"
	"rummygym/train"
)

// progress shows the progress of a recipe: on a terminal a bar, for a training with the loss and the
// win rate, and everywhere a line for each row of metrics. Lines that are written to it appear above the bar.
type progress struct {
	mu      sync.Mutex // a line can come while games go on
	bar     *Bar
	live    []string // columns that the bar shows after the loss
	printed int      // number of rows printed; -1 before the first step
	steps   int64    // of the training
	shown   time.Time
}

// showEvery is the time between two states of the bar: to draw one takes as long as some steps.
const showEvery = 100 * time.Millisecond

// newProgress returns the progress of a recipe on w.
func newProgress(w io.Writer, r recipe.Recipe) *progress {
	if t, ok := r.(recipe.Training); ok {
		return &progress{bar: NewBar(w, "training", "steps"), live: t.Watched(), printed: -1}
	}
	return &progress{bar: NewGamesBar(w)}
}

// Write writes whole lines.
func (t *progress) Write(lines []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar.Close()
	return t.bar.w.Write(lines)
}

// step shows how much is done.
func (t *progress) step(p recipe.Progress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.Training == nil {
		t.bar.items = p.Unit
		t.bar.Set(int(p.Done), int(p.Total))
		return
	}
	if t.printed < 0 {
		t.printed = len(p.Training.Rows) // a resumed run does not print its earlier rows again
	}
	t.steps = p.Training.Steps
	t.rows(p.Training.Columns, p.Training.Rows, p.Epoch)
	if t.bar.Show && time.Since(t.shown) >= showEvery {
		t.shown = time.Now()
		t.bar.Describe(liveText(p.Training, t.live))
		t.bar.Set(int(p.Done), int(p.Total))
	}
}

// rows prints the rows of metrics that have not been printed.
func (t *progress) rows(columns []string, rows [][]float64, epoch int64) {
	for ; t.printed >= 0 && t.printed < len(rows); t.printed++ {
		var text strings.Builder
		for i, v := range rows[t.printed] {
			if i == 0 && epoch > 0 {
				fmt.Fprintf(&text, "epoch %d of %d:", int64(v)/epoch, t.steps/epoch)
			} else if i == 0 {
				fmt.Fprintf(&text, "step %.0f of %d:", v, t.steps)
			} else if !math.IsNaN(v) {
				fmt.Fprintf(&text, " %s %.4g", columns[i], v)
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
