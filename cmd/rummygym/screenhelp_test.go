package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// TestHelpOfAScreen checks that --help prints a screen for every command, with the flags of its examples,
// and that the whole help, which it names where something is left out, has all flags.
func TestHelpOfAScreen(t *testing.T) {
	help := func(words ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if status := cli.Execute(t.Context(), newRootCommand(), words, nil, &out, &errs); status != 0 {
			t.Fatalf("rummygym %s: status %d, %s", strings.Join(words, " "), status, &errs)
		}
		return out.String()
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		words := strings.Fields(strings.TrimPrefix(c.CommandPath(), "rummygym"))
		short := help(append(words, "--help")...)
		whole := help(append([]string{"help"}, words...)...)
		if n := strings.Count(short, "\n"); n > 50 {
			t.Errorf("%s --help has %d lines", c.CommandPath(), n)
		}
		if n := 3 + c.NamePadding() + len(c.Short); c.HasParent() && n > 80 {
			t.Errorf("%s: its line in the list of commands has %d columns", c.CommandPath(), n)
		}
		if short != whole {
			clitest.WantAll(t, short, `"`+strings.Join(append([]string{"rummygym", "help"}, words...), " ")+`" says more`)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				visit(sub)
			}
		}
	}
	visit(newRootCommand())
	clitest.WantAll(t, help("train", "mc", "--help"), "--opponents string", "--steps int", "lists all 55 flags")
	clitest.WantAll(t, help("help", "train", "mc"), "--epsilon-steps int", "The metrics have these columns")
}
