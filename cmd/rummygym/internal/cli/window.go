package cli

import (
	"bytes"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// window is a writer that fits text to the width of a terminal. A row of a table, which has gaps of
// two spaces between its cells, loses the cells that do not fit, so that no number is cut; other
// lines are broken between words.
type window struct {
	w       io.Writer
	columns int

	line []byte // the beginning of a line
	cut  bool   // whether a row has lost cells
}

// widthOf returns the width of the terminal that w is, 0 if it is something else.
func widthOf(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Write writes the whole lines of p.
func (w *window) Write(p []byte) (int, error) {
	w.line = append(w.line, p...)
	end := bytes.LastIndexByte(w.line, '\n') + 1
	var out strings.Builder
	for line := range strings.Lines(string(w.line[:end])) {
		out.WriteString(w.fit(strings.TrimSuffix(line, "\n")) + "\n")
	}
	w.line = append(w.line[:0], w.line[end:]...)
	if _, err := io.WriteString(w.w, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what is left, and how to see all cells if some are missing.
func (w *window) flush() error {
	text := w.fit(string(w.line))
	if w.line = nil; w.cut {
		text += "\n" + wrap("… the window is too narrow for all columns: --wide prints them, --format csv is for programs", w.columns) + "\n"
	}
	_, err := io.WriteString(w.w, text)
	return err
}

// fit returns the text of a line that is not wider than the window.
func (w *window) fit(line string) string {
	const gap, mark = "  ", "  …"
	switch {
	case ansi.StringWidth(line) <= w.columns:
		return line
	case strings.Trim(line, "─") == "":
		return strings.Repeat("─", w.columns)
	}
	kept, from := "", len(line)-len(strings.TrimLeft(line, " "))
	for {
		n := strings.Index(line[from:], gap)
		if n < 0 || ansi.StringWidth(line[:from+n]+mark) > w.columns {
			break
		}
		kept = line[:from+n]
		from = len(line) - len(strings.TrimLeft(line[from+n:], " "))
	}
	if kept == "" { // a sentence, or a first cell that is too wide
		return wrap(line, w.columns)
	}
	w.cut = true
	return kept + mark
}

// wrap breaks a line between words, and words that are wider than that anywhere. Lines after the first
// are indented as the first is.
func wrap(line string, columns int) string {
	body := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(body)]
	if len(indent) > columns/2 {
		indent = ""
	}
	text, width := indent, len(indent)
	for i, word := range strings.Fields(body) {
		n := ansi.StringWidth(word)
		switch {
		case i == 0:
		case width+1+n <= columns:
			text, width = text+" ", width+1
		default:
			text, width = text+"\n"+indent, len(indent)
		}
		text, width = text+word, width+n
	}
	return ansi.Hardwrap(text, columns, true)
}
