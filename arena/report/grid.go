package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// grid is a table of text. The first column is left-aligned, the others right-aligned.
type grid struct {
	rows [][]string
	rule map[int]bool // rows above which a line is drawn
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// line draws a line above the next row.
func (g *grid) line() {
	if g.rule == nil {
		g.rule = map[int]bool{}
	}
	g.rule[len(g.rows)] = true
}

// writeTo writes the grid with two spaces between columns and no trailing spaces.
func (g *grid) writeTo(w io.StringWriter) error {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	total := 0
	for _, n := range widths {
		total += n + 2
	}
	for r, row := range g.rows {
		var b strings.Builder
		if g.rule[r] {
			b.WriteString(strings.Repeat("─", max(0, total-2)) + "\n")
		}
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		if _, err := w.WriteString(strings.TrimRight(b.String(), " ") + "\n"); err != nil {
			return err
		}
	}
	return nil
}
