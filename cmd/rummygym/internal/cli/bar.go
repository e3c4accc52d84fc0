package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Bar is a progress bar. It is drawn on terminals only.
type Bar struct {
	w           io.Writer
	Show        bool
	text, items string // the activity and the unit, such as "playing" and "games"
	bar         *progressbar.ProgressBar
}

// NewGamesBar returns a bar that counts games and is drawn on w if w is a terminal.
func NewGamesBar(w io.Writer) *Bar { return NewBar(w, "playing", "games") }

// NewBar returns a bar that is drawn on w if w is a terminal. It shows the activity text
// and counts items.
func NewBar(w io.Writer, text, items string) *Bar {
	f, ok := w.(*os.File)
	return &Bar{w: w, Show: ok && term.IsTerminal(int(f.Fd())), text: text, items: items}
}

// Set shows that done of total items are finished.
func (b *Bar) Set(done, total int) {
	if !b.Show {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(b.text), progressbar.OptionShowCount(),
			progressbar.OptionShowIts(), progressbar.OptionSetItsString(b.items), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
	}
	_ = b.bar.Set(done) // an error of drawing must not stop the command
}

// Describe changes the text in front of the bar. Words that leave no room for the bar and the counts
// are left out.
func (b *Bar) Describe(text string) {
	const counts = 50 // width of the bar and the counts
	if columns := b.columns(); columns > 0 {
		for ansi.StringWidth(text) > max(columns-counts, 10) {
			at := strings.LastIndexByte(text, ' ')
			if at < 0 {
				break
			}
			text = strings.TrimRight(text[:at], ",")
		}
	}
	if b.text = text; b.bar != nil {
		b.bar.Describe(text)
	}
}

// columns returns the width of the terminal, 0 if it is not known.
func (b *Bar) columns() int {
	f, ok := b.w.(*os.File)
	if !ok {
		return 0
	}
	columns, _, _ := term.GetSize(int(f.Fd()))
	return columns
}

// Line prints a line above the bar.
func (b *Bar) Line(text string) {
	b.Close()
	fmt.Fprintln(b.w, text)
}

// Close removes the bar.
func (b *Bar) Close() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
