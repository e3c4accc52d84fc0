package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rummygym/internal/must"

	"github.com/spf13/cobra"
)

// The command lines in pages: a line of its own, which may be indented and go on after a
// backslash, and code within a line.
var (
	ownLine = regexp.MustCompile(`(?m)^(?: {4})?(?:\$ )?(?:bin/)?rummygym ([a-z](?:.*\\\n)*.*)$`)
	inLine  = regexp.MustCompile("`rummygym ([a-z][^`\\n]+)`")
	notArgs = regexp.MustCompile(`\s{2,}.*|\s[#|>&].*|\s<.*|\s….*|\s\.\.\..*`)
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// TestCommandLinesOfPages checks that the command lines in the pages and in the help itself
// name commands and flags that exist.
func TestCommandLinesOfPages(t *testing.T) {
	lines := map[string]string{}
	collect := func(at, text string) {
		for _, of := range []*regexp.Regexp{ownLine, inLine} {
			for _, m := range of.FindAllStringSubmatch(text, -1) {
				lines[strings.TrimSpace(strings.ReplaceAll(m[1], "\\\n", " "))] = at
			}
		}
	}
	root := filepath.Join("..", "..")
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (strings.HasPrefix(name, ".") && path != root || name == "npm" || name == "commands" || name == "repository" || name == "out") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		collect(path, string(text))
		return err
	}))
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		collect("help of "+c.CommandPath(), strings.ReplaceAll(c.Example, "\n  ", "\n")[min(2, len(c.Example)):])
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	program := newRootCommand()
	program.InitDefaultCompletionCmd()
	program.InitDefaultHelpCmd()
	visit(program)
	if len(lines) < 200 {
		t.Errorf("found %d command lines", len(lines))
	}
	for line, at := range lines {
		var words []string
		line = strings.ReplaceAll(line, `\`, "")
		for _, w := range strings.Fields(notArgs.ReplaceAllString(quoted.ReplaceAllStringFunc(line, func(q string) string { return strings.ReplaceAll(q, " ", "_") }), "")) {
			words = append(words, strings.Trim(w, `'"[]`))
		}
		c, rest, err := program.Find(words)
		if err != nil || c == program && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") && rest[0] != "help" {
			t.Errorf("%s: rummygym %s: no such command", at, line)
			continue
		}
		for _, w := range rest {
			name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
			name = strings.TrimRight(name, ",.;:)")
			if strings.HasPrefix(w, "--") && name != "" && name != "help" && name != "version" && c.Flags().Lookup(name) == nil && c.InheritedFlags().Lookup(name) == nil {
				t.Errorf("%s: rummygym %s: %s has no flag --%s", at, line, c.CommandPath(), name)
			}
		}
	}
	t.Logf("%d command lines", len(lines))
}
