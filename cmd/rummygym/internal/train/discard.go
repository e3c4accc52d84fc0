package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newDiscardCommand returns the command train discard.
func newDiscardCommand() *cobra.Command {
	return cli.Recipe("train discard", &cobra.Command{
		Use:   "discard --data DIR --out RUN",
		Short: "Train a network that values the hand after a discard in Gin Rummy",
		Long: `discard trains one of the networks of truong2021datadriven: from the hand after a discard, the estimate
of the opponent's hand and macro-features, it predicts the player's gain. The agent data-driven plays
with such a network. The defaults are the settings of the paper; the data comes from "rummygym collect
--recipe".`,
		Example: `  rummygym collect --recipe random-256 --games 10000 --out data
  rummygym train discard --data data --network mlp --epochs 24 --out run`,
	})
}
