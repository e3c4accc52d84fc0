package main

import (
	"slices"
	"strings"
	"testing"

	"rummygym/internal/catalog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli"
)

// Every flag is an option with a meaning, and the help of its command lists it: in one of the
// groups if it has one. Flags of package cobra are no options.
func TestFlagsAreDescribed(t *testing.T) {
	seen := 0
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.HasSubCommands() && c.Run == nil && c.RunE == nil || c.Hidden && c.Name() != "man" {
			return
		}
		help := program.Succeed(t, append([]string{"help"}, strings.Fields(c.CommandPath())[1:]...)...)
		c.Flags().VisitAll(func(f *pflag.Flag) {
			seen++
			switch o := cli.OptionOf(f); {
			case f.Name == "help" || f.Name == "version":
			case o == nil:
				t.Errorf("%s: --%s is no option: want one of package options, which has its meaning, bounds and completion", c.CommandPath(), f.Name)
			case o.Doc == "" || o.Low > o.High:
				t.Errorf("%s: --%s: doc %q, range %d to %d", c.CommandPath(), f.Name, o.Doc, o.Low, o.High)
			case !f.Hidden && !strings.Contains(help, "--"+f.Name+" ") && !isRule(f.Name):
				t.Errorf("%s: its help does not list --%s of the group %q", c.CommandPath(), f.Name, o.Group)
			}
		})
	}
	visit(newRootCommand())
	if seen < 300 {
		t.Fatalf("%d flags: this test has seen nothing", seen)
	}
}

// isRule reports whether a flag is an option of the rules of a game, which the help of the command rules lists.
func isRule(name string) bool {
	return slices.ContainsFunc(catalog.Games(), func(g *catalog.GameType) bool { return g.Defaults().Options().Find(name) != nil })
}
