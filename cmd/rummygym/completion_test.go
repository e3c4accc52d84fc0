package main

import (
	"strings"
	"testing"
)

// TestCompletion asks for the completions of command lines as shells do.
func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		line string   // the last word is the one to complete, "" if the line ends with a space
		want []string // completions, without descriptions
		not  string
	}{
		{"tourn", []string{"tournament"}, "collect"},
		{"comp", []string{"completion"}, ""},
		{"dataset ", []string{"info", "head", "validate"}, "collect"},
		{"tournament --form", []string{"--format"}, "--games"},
		{"tournament --format ", []string{"table", "json", "csv"}, "gin"},
		{"tournament --game ", []string{"indian", "gin"}, ""},
		{"tournament --preset ", []string{"paper", "club"}, "eaai"},
		{"tournament --game gin --preset ", []string{"eaai", "classic"}, "club"},
		{"tournament --agents min-d", []string{"min-dist", "min-dist-opp"}, "sigra"},
		{"tournament --game gin --agents simple,", []string{"simple,sigra", "simple,stubborn"}, "simple,min-dist"},
		{"tournament --agents random,min-dist:", []string{"random,min-dist:drop=", "random,min-dist:variant="}, "random,random"},
		{"tournament --agents min-dist:drop=3:variant=", []string{"min-dist:drop=3:variant=released"}, ""},
		{"eval min-dist --against min-s", []string{"min-score"}, ""},
		{"eval learn", []string{"learned"}, ""},
		{"eval --game gin sig", []string{"sigra"}, ""},
		{"tournament --wildcard ", []string{"next-card"}, ""},
	} {
		words := append([]string{"__complete"}, strings.Split(c.line, " ")...)
		status, out, errs := run(t.Context(), words...)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got = append(got, word)
		}
		text := "\n" + strings.Join(got, "\n") + "\n"
		for _, w := range c.want {
			if status != 0 || !strings.Contains(text, "\n"+w+"\n") {
				t.Errorf("%q: exit status %d, %s; %q is not among %q", c.line, status, errs, w, got)
			}
		}
		if c.not != "" && strings.Contains(text, "\n"+c.not+"\n") {
			t.Errorf("%q: %q is among %q", c.line, c.not, got)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if status, out, errs := run(t.Context(), "completion", shell); status != 0 || !strings.Contains(out, "rummygym") {
			t.Errorf("completion %s: exit status %d, %s", shell, status, errs)
		}
	}
}
