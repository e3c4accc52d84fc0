package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newDataCommand returns the command train data.
func newDataCommand() *cobra.Command {
	return cli.Recipe("train data", &cobra.Command{
		Use:   "data --data DIR --out RUN",
		Short: "Train a network from recorded games",
		Long: `data trains a network from the recorded games of --data. With --head policy it learns to choose the legal
action that the agent of --agent chose (behaviour cloning). With --head value it predicts the gain and the
probability of winning of the player to move, for analysis; with --head afterstate it predicts them after
the action, and plays. RUN/calibration.csv compares predicted and real shares of wins. A share of the games is
held out; the network with the smallest loss on them is RUN/best.safetensors, which plays as
learned:RUN/best.safetensors. Fields that were not recorded are computed by replaying the games.

With --head discard it trains one of the networks of truong2021datadriven: from the hand after a discard, the
estimate of the opponent's hand and macro-features, it predicts the player's gain. The agent data-driven
plays with such a network. The defaults are the settings of the paper; the data comes from "rummygym
collect --recipe".`,
		Example: `  rummygym train data --data data --agent min-dist-opp --out clone
  rummygym train data --resume clone --steps 40000
  rummygym train data --head afterstate --data data --out after`,
	})
}
