package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// window is a writer that fits text to the width of a terminal. A row of a table, which has gaps of
// two spaces between its cells, loses the cells that do not fit, so that no number is cut; a last
// cell of several words, and other lines, are broken between words.
type window struct {
	w       io.Writer
	columns int

	coloured bool

	line []byte // the beginning of a line
	cut  bool   // whether a row has lost cells
}

// The control sequences of text on a terminal.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	red   = "\x1b[1;31m"
	plain = "\x1b[0m"
)

// coloured reports whether w is a terminal that shows colours, and the user wants them.
func coloured(w io.Writer) bool {
	return widthOf(w) > 0 && os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == ""
}

// dressed returns a line with its heading in bold, or the rule of a table faint.
func (w *window) dressed(line string) string {
	switch {
	case !w.coloured || line == "":
		return line
	case strings.Trim(line, "─") == "":
		return faint + line + plain
	case strings.HasSuffix(line, ":") && line[0] >= 'A' && line[0] <= 'Z' && len(line) < 40:
		return bold + line + plain
	}
	return line
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
		out.WriteString(w.dressed(w.fit(strings.TrimSuffix(line, "\n"))) + "\n")
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
		text += "\n" + wrap("… the window is too narrow for all columns: --wide prints them, --format csv is for programs", w.columns, 0) + "\n"
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
		return wrap(line, w.columns, 0)
	}
	if start := ansi.StringWidth(line[:from]); !strings.Contains(line[from:], gap) && strings.Count(line[from:], " ") >= 3 && w.columns-start >= 20 {
		return wrap(line, w.columns, start) // the last cell is a sentence
	}
	w.cut = true
	return kept + mark
}

// wrap breaks a line between words, and words that are wider than the window anywhere. Lines after
// the first are indented by the given number of columns, 0: as the first is.
func wrap(line string, columns, indent int) string {
	if indent == 0 {
		indent = len(line) - len(strings.TrimLeft(line, " "))
	}
	if indent > columns*3/4 {
		indent = 0
	}
	var text strings.Builder
	for width := columns; ; width = columns - indent {
		at := -1 // the last space of the first words that fit
		for i, r := range line {
			if r == ' ' && strings.Trim(line[:i], " ") != "" && ansi.StringWidth(line[:i]) <= width {
				at = i
			}
		}
		if ansi.StringWidth(line) <= width || at < 0 {
			text.WriteString(line)
			return ansi.Hardwrap(text.String(), columns, true)
		}
		text.WriteString(strings.TrimRight(line[:at], " ") + "\n" + strings.Repeat(" ", indent))
		line = strings.TrimLeft(line[at:], " ")
	}
}

// fitHelp fits the help texts of root and its commands to a terminal.
func fitHelp(root *cobra.Command, columns int) {
	fitted := fmt.Sprintf("trimTrailingWhitespaces | fitted %d", columns)
	root.SetHelpTemplate(strings.ReplaceAll(root.HelpTemplate(), "trimTrailingWhitespaces", fitted))
}

// reflow breaks the paragraphs of a text anew. A paragraph with an indented line keeps its lines.
func reflow(text string, columns int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		lines := strings.Split(p, "\n")
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			lines = []string{strings.Join(lines, " ")}
		}
		for k, l := range lines {
			if ansi.StringWidth(l) > columns {
				lines[k] = wrap(l, columns, 0)
			}
		}
		paragraphs[i] = strings.Join(lines, "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}
