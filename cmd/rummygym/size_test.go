package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestSize counts the commands that have no subcommands, and their flags without --help and without the
// options of rules. The help of the program fits a screen. A reader pays for each: name what a new one
// replaces.
func TestSize(t *testing.T) {
	const maxCommands, maxFlags, maxLines = 40, 400, 50
	commands, flags := 0, 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.HasSubCommands() && !c.Runnable() {
			return
		}
		var names []string
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !isRule(f.Name) {
				names = append(names, f.Name)
			}
		})
		commands++
		flags += len(names)
		t.Logf("%3d %s: %s", len(names), c.CommandPath(), strings.Join(names, " "))
	}
	visit(newRootCommand())
	t.Logf("%d commands, %d flags", commands, flags)
	if commands > maxCommands || flags > maxFlags {
		t.Errorf("%d commands and %d flags: want at most %d and %d", commands, flags, maxCommands, maxFlags)
	}
	if n := strings.Count(program.Succeed(t, "help"), "\n"); n > maxLines {
		t.Errorf("help has %d lines: want at most %d", n, maxLines)
	}
}
