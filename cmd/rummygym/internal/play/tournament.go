// Package play holds the commands agent, agents, rules, tournament, ladder, eval and exploit:
// agents, the rules they play under, and their results.
package play

import (
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewTournamentCommand returns the command tournament, which plays a tournament between
// agents.
func NewTournamentCommand() *cobra.Command {
	return cli.Recipe("tournament", &cobra.Command{
		Use:   "tournament",
		Short: "Play all agents against each other; print win rates and intervals",
		Long: `tournament plays every agent against every agent from every seat, and prints win rates with Wilson
intervals, mean and median gains, how games ended, and tests with Holm's correction. Game i of a pair is
game i of the seed in its row. The same flags give the same output for any number of workers, even after
a stop. docs/statistics.md describes the tables and columns.`,
		Example: `  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --plots plots
  rummygym tournament --game gin --agents simple,stubborn,sigra --games 1000 --ztest simple`,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if format := cmd.Flag("format").Value.String(); cmd.Flag("compare").Changed && format != "" && format != "table" {
				return fmt.Errorf("--compare prints readable tables: remove --format %s or --compare", format)
			}
			return nil
		},
	}, "table", "json", "csv", "arrow")
}
