package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewLadderCommand returns the command ladder, which rates agents.
func NewLadderCommand() *cobra.Command {
	return cli.Recipe("ladder", &cobra.Command{
		Use:   "ladder",
		Short: "Compute Elo ratings of agents, and show cycles of who beats whom",
		Long: `ladder plays every pair of agents, every deal from both seats, and prints Elo ratings: the maximum
likelihood of the Bradley-Terry model, with bootstrap intervals over deals. Below the table it lists the
significant cycles, in which a beats b, b beats c, and c beats a. --resume continues a ladder with more
games or more agents.`,
		Example: `  rummygym ladder --game gin --agents simple,stubborn,sigra,fitness --games 2000 --anchor simple --plots plots
  rummygym ladder --agents min-dist-opp,min-dist,learned:policy.safetensors --resume ladder.arrow`,
	}, "table", "json", "csv", "arrow")
}
