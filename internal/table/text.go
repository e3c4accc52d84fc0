package table

import (
	"bufio"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Layout is the layout of a text table. Two spaces part its columns.
type Layout int

// The layouts of text tables.
const (
	Right Layout = iota // all columns right-aligned
	Left                // all columns left-aligned
	Ruled               // the first column left-aligned, the others right-aligned, a line below the headings
)

// View is a table as people read it: texts below headings.
type View[R any] struct {
	Cell func(string) string // changes every text and heading, unless it is nil

	heads []string
	texts []func(*R) []string
}

// Add appends columns with the given headings. The function returns their texts in a row.
func (v *View[R]) Add(texts func(*R) []string, heads ...string) {
	v.heads, v.texts = append(v.heads, heads...), append(v.texts, texts)
}

// ViewOf returns the view of columns, with their names as headings and the values of CSV.
func ViewOf[R any](cols []Column[R]) (v View[R]) {
	for i := range cols {
		v.Add(func(r *R) []string { return []string{cols[i].text(r)} }, cols[i].Name)
	}
	return v
}

// Write writes the table. A ruled one has further lines above the rows with the given numbers.
func (v *View[R]) Write(out *bufio.Writer, layout Layout, rows []R, ruled ...int) {
	for _, line := range v.Lines(layout, rows, ruled...) {
		out.WriteString(line)
	}
}

// Lines returns the lines of the table with their ends: that of the headings, and one for each row.
func (v *View[R]) Lines(layout Layout, rows []R, ruled ...int) (lines []string) {
	all, width := v.cells(rows), make([]int, len(v.heads))
	total := -2
	for i := range width {
		for _, cells := range all {
			width[i] = max(width[i], utf8.RuneCountInString(cells[i]))
		}
		total += width[i] + 2
	}
	for r, cells := range all {
		var b strings.Builder
		for i, cell := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			switch {
			case layout == Right || layout == Ruled && i > 0:
				b.WriteString("  " + pad + cell)
			case layout == Left && i+1 == len(cells):
				b.WriteString(cell)
			case layout == Left:
				b.WriteString(cell + pad + "  ")
			default:
				b.WriteString(cell + pad)
			}
		}
		line := b.String()
		if layout == Ruled {
			line = strings.TrimRight(line, " ")
			if r == 1 || slices.Contains(ruled, r-1) {
				line = strings.Repeat("─", total) + "\n" + line
			}
		}
		lines = append(lines, line+"\n")
	}
	return lines
}

// Markdown returns the table in Markdown.
func (v *View[R]) Markdown(rows []R) string {
	var b strings.Builder
	for r, cells := range v.cells(rows) {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if r == 0 {
			b.WriteString(strings.Repeat("|---", len(cells)) + "|\n")
		}
	}
	return b.String()
}

// cells returns the headings and the texts of the rows.
func (v *View[R]) cells(rows []R) [][]string {
	all := [][]string{v.heads}
	for r := range rows {
		all = append(all, v.row(&rows[r]))
	}
	if v.Cell != nil {
		all[0] = slices.Clone(v.heads)
		for _, cells := range all {
			for i := range cells {
				cells[i] = v.Cell(cells[i])
			}
		}
	}
	return all
}

// row returns the texts of a row.
func (v *View[R]) row(row *R) (cells []string) {
	for _, texts := range v.texts {
		cells = append(cells, texts(row)...)
	}
	return cells
}

// Thousands returns v, at least 0, as readable text: from 100 on rounded to an integer, with commas between groups of
// three digits; below 100 with three significant digits.
func Thousands(v float64) string {
	if v < 100 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	s := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
