package commands

import (
	"strings"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/recipe"
)

// NewTrainCommand returns the command train, whose subcommands train networks and tables.
func NewTrainCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train networks and tables for agents",
		Long: `train has a subcommand for each way to train a network or to compute a table. The files that a
subcommand writes depend only on its flags and input files.`,
	}
	for _, name := range recipe.Names() {
		if strings.HasPrefix(name, "train ") {
			cmd.AddCommand(cli.Recipe(name))
		}
	}
	return cmd
}
