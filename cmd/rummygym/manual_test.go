package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli/clitest"
)

// TestManual checks that the manual has every command, with all its flags, in both forms.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	program.Succeed(t, "man", dir)
	program.Succeed(t, "man", "--format", "markdown", dir)
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		words := strings.Fields(c.CommandPath())
		if len(words) > 1 { // the tests' program has no text of its own
			clitest.WantAll(t, read(strings.Join(words, "-")+".1"), ".SH NAME\n"+strings.Join(words, "-"), ".SH OPTIONS")
			clitest.WantAll(t, read(words[1]+".md"), strings.Repeat("#", len(words)-1)+" "+c.CommandPath()+"\n", "  "+c.UseLine())
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && sub.Name() != "help" {
				visit(sub)
			}
		}
	}
	visit(newRootCommand())
	wrong := filepath.Join(dir, "wrong")
	clitest.WantAll(t, program.Fail(t, "man", "--format", "pdf", wrong), "--format pdf: want man or markdown")
	if _, err := os.Stat(wrong); err == nil {
		t.Error("a folder was made for a wrong format")
	}
}
