// Package record holds the commands that record games and read recorded games: collect,
// dataset and replay.
package record

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewCollectCommand returns the command collect, which plays games and records them.
func NewCollectCommand() *cobra.Command {
	return cli.Recipe("collect", &cobra.Command{
		Use:   "collect --agents A,B --games N --out DIR",
		Short: "Play games and record every decision in Arrow or Parquet files",
		Long: `collect plays games between agents and records every decision in a folder of Arrow or Parquet files, one
row per decision, with the observation, the legal actions, the action and the rewards. The same seed
gives the same bytes for any number of workers. Agents rotate through the seats, unless the seating is
fixed. After a stop, the same command with --resume goes on. --first-deal divides a run among processes, and
"dataset merge" joins their datasets. docs/datasets.md describes the files.`,
		Example: `  rummygym collect --agents min-dist-opp,random --games 10000 --out data
  rummygym collect --game gin --episode hand --agents simple,simple --games 100000 --out hands --resume`,
	})
}
