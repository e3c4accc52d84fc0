package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rummygym/options"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// NewManCommand returns the hidden command that writes the manual: what help says of every
// command, as man pages or as the pages of the documentation site. Packages of the program
// install the former, and docs/conf.py reads the latter.
func NewManCommand() *cobra.Command {
	format := "man"
	cmd := &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual of all commands to a folder",
		Long: `man writes the output of "rummygym help" to files in the folder DIR, which is created if it does not
exist. Each command gets a man page. With --format markdown, each top-level command gets a page that
includes its subcommands.`,
		Example: `  rummygym man man1 && man -l man1/rummygym-collect.1
  rummygym man --format markdown docs/commands`,
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "man" && format != "markdown" {
				return Usage(fmt.Errorf("--format %s: want man or markdown", format))
			}
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if format == "markdown" {
				return manualPages(root, args[0])
			}
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "rummygym"}, args[0])
		},
	}
	AddOptions(cmd, options.New(&format, "format", "man or markdown").In("Output"))
	return cmd
}

// manualPages writes a Markdown page for each command below root, with its subcommands as
// sections.
func manualPages(root *cobra.Command, dir string) error {
	var failed error
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			var page bytes.Buffer
			manualSection(&page, c, "#")
			failed = errors.Join(failed, os.WriteFile(filepath.Join(dir, c.Name()+".md"), page.Bytes(), 0o666))
		}
	}
	return failed
}

// manualSection writes the help of a command, below a heading, and then its subcommands.
func manualSection(page *bytes.Buffer, c *cobra.Command, heading string) {
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	c.InitDefaultHelpFlag()
	fmt.Fprintf(page, "%s %s\n\n%s\n```text\n%s\n```\n", heading, c.CommandPath(), manualText(about), strings.TrimSpace(c.UsageString()))
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			page.WriteString("\n")
			manualSection(page, sub, heading+"#")
		}
	}
}

// namedFlag matches the name of a flag in a sentence.
var namedFlag = regexp.MustCompile(`(^|[\s(])(--[a-z][a-z-]*)`)

// manualText returns a help text as Markdown: indented lines are shown as they stand, and in
// the other lines flags are code, and no sign has a meaning.
func manualText(help string) string {
	var b strings.Builder
	plain := strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "{", `\{`, "$", `\$`, "|", `\|`, "#", `\#`)
	blocks := strings.Split(strings.TrimSpace(help), "\n\n")
	for _, block := range blocks {
		lines := strings.Split(block, "\n")
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "  ") }); i >= 0 {
			if i > 0 {
				b.WriteString(plain.Replace(strings.Join(lines[:i], "\n")) + "\n\n")
			}
			b.WriteString("```text\n" + strings.Join(lines[i:], "\n") + "\n```\n\n")
			continue
		}
		b.WriteString(namedFlag.ReplaceAllString(plain.Replace(block), "$1`$2`") + "\n\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
