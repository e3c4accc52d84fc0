package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newMCCommand returns the command train mc.
func newMCCommand() *cobra.Command {
	return cli.Recipe("train mc", &cobra.Command{
		Use:   "mc --out DIR",
		Short: "Train a network that values afterstates, by Monte Carlo play",
		Long: `mc trains a network that predicts, from what a player knows right after its action, the gain in points
and the probability of winning. The player that takes the action with the best afterstate is better than
the players whose games it learned from, and its games are the next training data. It plays as
learned:DIR/best.safetensors, or with :head=win to win more games. For Gin Rummy, train on single hands.
The same seed gives the same weights for any number of workers. docs/train.md explains the metrics.`,
		Example: `  rummygym train mc --out run --steps 100
  rummygym train mc --game gin --episode hand --steps 128 --out gin`,
	})
}
