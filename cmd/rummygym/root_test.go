package main

import (
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestEveryCommandTeaches checks that every command has a short description, an example
// if it has flags, and a function to run or subcommands.
func TestEveryCommandTeaches(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no short description", c.CommandPath())
		}
		if !c.Runnable() && !c.HasSubCommands() {
			t.Errorf("%s neither runs nor has subcommands", c.CommandPath())
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

func TestVersion(t *testing.T) {
	_, out, _ := run(t.Context(), "--version")
	clitest.WantAll(t, out, "rummygym", "go1.", "cores")
	must.Equal(t, out, cli.ThisBuild().String()+"\n", "the version")
}
