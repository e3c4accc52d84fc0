package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/options"
)

// Format is a flag whose value is one of the allowed words, such as --format. The first
// word is the default.
type Format struct {
	Allowed []string // at least one
	Chosen  string   // the word given on the command line, "" if none was

	wide bool // the flag --wide
}

// forPeople holds the formats that are fitted to a terminal.
var forPeople = []string{"table", "text"}

// Options returns the option format, and wide if one of the formats is fitted to a terminal.
func (f *Format) Options() options.List {
	all := options.List{options.New(f, "format", "output format (default "+f.Allowed[0]+")").In("Output")}
	if slices.ContainsFunc(f.Allowed, func(w string) bool { return slices.Contains(forPeople, w) }) {
		all = append(all, options.New(&f.wide, "wide", "print all columns of tables, including those that do not fit in the terminal").In("Output"))
	}
	return all
}

// Value returns the chosen word or the default.
func (f *Format) Value() string {
	if f.Chosen == "" {
		return f.Allowed[0]
	}
	return f.Chosen
}

// Output returns the standard output of a command for this format. Tables and text are fitted to a terminal.
func (f *Format) Output(cmd *cobra.Command) io.Writer {
	if f.Value() == "arrow" {
		return Binary(cmd)
	}
	w := cmd.OutOrStdout()
	if v, ok := w.(*visible); ok && v.fits == nil && slices.Contains(forPeople, f.Value()) && !f.wide {
		if columns := widthOf(v.w); columns > 0 {
			v.fits = &window{w: v.w, columns: columns, coloured: coloured(v.w)}
		}
	}
	return w
}

// String returns the word given on the command line, "" if none was.
func (f *Format) String() string { return f.Chosen }

// Type returns the placeholder that the help shows for the value.
func (f *Format) Type() string { return strings.Join(f.Allowed, "|") }

// Set sets the word given on the command line. It fails if the word is not allowed.
func (f *Format) Set(text string) error {
	if !slices.Contains(f.Allowed, text) {
		return fmt.Errorf("%q is not known%s: want %s", text, options.Suggest(text, f.Allowed), strings.Join(f.Allowed, " or "))
	}
	f.Chosen = text
	return nil
}
