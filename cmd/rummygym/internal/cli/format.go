package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/internal/options"
)

// Format is a flag whose value is one of the allowed words, such as --format. The first
// word is the default.
type Format struct {
	Allowed []string // at least one
	Chosen  string   // the word given on the command line, "" if none was
}

// Options returns the option format.
func (f *Format) Options() options.List {
	return options.List{options.New(f, "format", "output format (default "+f.Allowed[0]+")").In("Output")}
}

// Value returns the chosen word or the default.
func (f *Format) Value() string {
	if f.Chosen == "" {
		return f.Allowed[0]
	}
	return f.Chosen
}

// Output returns the standard output of a command for this format.
func (f *Format) Output(cmd *cobra.Command) io.Writer {
	if f.Value() == "arrow" {
		return Binary(cmd)
	}
	return cmd.OutOrStdout()
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
