package main

import (
	"testing"

	"github.com/spf13/cobra"
)

// Every command teaches: a short line, an example if it takes flags, and a
// function to run or further commands.
func TestEveryCommandTeaches(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no short description", c.CommandPath())
		}
		if !c.Runnable() && !c.HasSubCommands() {
			t.Errorf("%s neither runs nor has commands", c.CommandPath())
		}
		if c.HasLocalFlags() && c.Example == "" && !c.HasSubCommands() {
			t.Errorf("%s has flags but no example", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRootCommand())
}

func TestUnknownWords(t *testing.T) {
	wantAll(t, fail(t, "slove"), "slove", "solve")
	wantAll(t, fail(t, "solve", "--wlid", "7"), "--wlid")
}

func TestVersion(t *testing.T) {
	wantAll(t, succeed(t, "version"), "rummygym", "go1.", "cores")
}
