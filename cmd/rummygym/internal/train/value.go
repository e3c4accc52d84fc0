package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newValueCommand returns the command train value.
func newValueCommand() *cobra.Command {
	return cli.Recipe("train value", &cobra.Command{
		Use:   "value --data DIR --out RUN",
		Short: "Train a network to predict results from recorded positions",
		Long: `value fits a network that predicts the gain and the probability of winning of the player to move in
recorded games; it is for analysis and does not play. With --kind afterstate it predicts them after the
action, and plays as learned:RUN/best.safetensors. A share of the games is held out. At the end,
RUN/calibration.csv compares predicted and real shares of wins.`,
		Example: `  rummygym train value --data data --out value
  rummygym train value --data data --kind afterstate --out after`,
	})
}
