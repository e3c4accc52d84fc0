package cli

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// NewManCommand returns the hidden command that writes the help of all commands to files, as package
// doc of cobra does: man pages, and pages of the documentation site.
func NewManCommand() *cobra.Command {
	format := Format{Allowed: []string{"man", "markdown"}}
	cmd := &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual of all commands to a folder",
		Example: `  rummygym man man1 && man -l man1/rummygym-collect.1`,
		Hidden:  true,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if format.Value() == "markdown" {
				return doc.GenMarkdownTree(root, args[0])
			}
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "rummygym"}, args[0])
		},
	}
	AddOptions(cmd, format.Options()...)
	return cmd
}
