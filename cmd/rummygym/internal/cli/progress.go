package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"rummygym/internal/recipe"
	"rummygym/internal/train"
)

// progress shows the progress of a recipe: on a terminal a bar, for a training with the loss and the
// win rate, and everywhere a line for each row of metrics. Lines that are written to it appear above the bar.
type progress struct {
	mu      sync.Mutex // a line can come while games go on
	w       io.Writer
	columns int                      // width of the terminal, 0 if there is none
	bar     *progressbar.ProgressBar // nil before the first state
	live    []string                 // columns that the bar shows after the loss
	printed int                      // number of rows printed; -1 before the first step
	steps   int64                    // of the training
	shown   time.Time
}

// showEvery is the time between two states of the bar: to draw one takes as long as some steps.
const showEvery = 100 * time.Millisecond

// newProgress returns the progress of a recipe on w.
func newProgress(w io.Writer, r recipe.Recipe) *progress {
	t := &progress{w: w, printed: -1}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		t.columns, _, _ = term.GetSize(int(f.Fd()))
		t.columns = max(t.columns, 1)
	}
	if training, ok := r.(recipe.Training); ok {
		t.live = training.Watched()
	}
	return t
}

// Write writes whole lines.
func (t *progress) Write(lines []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.close()
	return t.w.Write(lines)
}

// close removes the bar.
func (t *progress) close() {
	if t.bar != nil {
		_ = t.bar.Clear()
	}
}

// step shows how much is done.
func (t *progress) step(p recipe.Progress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	of := p.Training
	if of != nil {
		if t.printed < 0 {
			t.printed = len(of.Rows) // a resumed run does not print its earlier rows again
		}
		t.steps = of.Steps
		t.rows(of.Columns, of.Rows, p.Epoch)
	}
	if t.columns == 0 || time.Since(t.shown) < showEvery && p.Done < p.Total {
		return
	}
	text := "playing"
	if of != nil {
		text = liveText(of, t.live)
	}
	t.shown = time.Now()
	if t.bar == nil {
		t.bar = progressbar.NewOptions64(p.Total,
			progressbar.OptionSetWriter(t.w), progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.Unit),
			progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
	}
	// Words that leave no room for the bar and the counts, 50 columns wide, are left out.
	for at := 0; at >= 0 && ansi.StringWidth(text) > max(t.columns-50, 10); {
		if at = strings.LastIndexByte(text, ' '); at >= 0 {
			text = strings.TrimRight(text[:at], ",")
		}
	}
	t.bar.Describe(text)
	_ = t.bar.Set64(p.Done) // an error of drawing must not stop the command
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
		t.close()
		fmt.Fprintln(t.w, text.String())
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
