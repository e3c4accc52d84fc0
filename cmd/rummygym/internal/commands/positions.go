package commands

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/features/text"
)

// NewPositionsCommand returns the command positions, whose subcommands work on sets of positions with answers.
func NewPositionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Answer sets of game positions, and score answers",
		Long: `positions works on sets of game positions, each with what every legal move costs. answer asks an agent,
score compares answers with the costs, and list and show print the frozen sets of the program.
docs/positions.md describes the sets and how others are made.`,
	}
	cmd.AddCommand(cli.Recipe("positions score"), cli.Recipe("positions list"), cli.Recipe("positions show"), cli.Recipe("positions answer"), &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON schema of a position",
		Example: `  rummygym positions schema > position.schema.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(text.Schema())
			return err
		},
	})
	return cmd
}
