package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"rummygym/train"
)

// trainProgress tells how far a run is: a bar with the loss and the win rate on a
// terminal, and a line for each row of metrics.
type trainProgress struct {
	w    io.Writer
	bar  *gameBar
	live []string // columns that the bar tells besides the loss
	told int      // rows; -1 before the first step
}

func newTrainProgress(w io.Writer, live []string) *trainProgress {
	return &trainProgress{w: w, bar: newBar(w, "training", "steps"), live: live, told: -1}
}

// step is told of each step.
func (t *trainProgress) step(p train.Progress) {
	if t.told < 0 {
		t.told = len(p.Rows) // those of before it was stopped are not told again
	}
	if t.told < len(p.Rows) {
		t.bar.close()
		t.rows(p.Columns, p.Rows)
	}
	if t.bar.show {
		t.bar.tell(liveText(&p, t.live))
		t.bar.set(int(p.Step), int(p.Steps))
	}
}

// rows writes the rows that have not been told.
func (t *trainProgress) rows(columns []string, rows [][]float64) {
	for ; t.told >= 0 && t.told < len(rows); t.told++ {
		var text strings.Builder
		for i, v := range rows[t.told] {
			if i == 0 {
				fmt.Fprintf(&text, "step %.0f:", v)
			} else if !math.IsNaN(v) {
				fmt.Fprintf(&text, " %s %.4g", columns[i], v)
			}
		}
		fmt.Fprintln(t.w, text.String())
	}
}

// liveText returns what the bar says: the first measure of the steps, which is the
// loss, those named besides, and the last win rate.
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
