package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// formatFlag is the flag --format: one of the allowed words, the first of which
// is the default.
type formatFlag struct {
	allowed []string
	chosen  string
}

// register adds the flag to fs.
func (f *formatFlag) register(fs *pflag.FlagSet) {
	fs.Var(f, "format", "form of the output (default "+f.allowed[0]+")")
}

// value returns the word chosen.
func (f *formatFlag) value() string {
	if f.chosen == "" {
		return f.allowed[0]
	}
	return f.chosen
}

// String returns the word of the command line, "" if there was none.
func (f *formatFlag) String() string { return f.chosen }

// Type returns what the help shows for the value.
func (f *formatFlag) Type() string { return strings.Join(f.allowed, "|") }

// Set reads the word of the command line.
func (f *formatFlag) Set(text string) error {
	if !slices.Contains(f.allowed, text) {
		return fmt.Errorf("%q is not known: want %s", text, strings.Join(f.allowed, " or "))
	}
	f.chosen = text
	return nil
}
