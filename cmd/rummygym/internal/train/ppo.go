package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newPPOCommand returns the command train ppo.
func newPPOCommand() *cobra.Command {
	return cli.Recipe("train ppo", &cobra.Command{
		Use:   "ppo --out DIR",
		Short: "Train a policy by play, with PPO and action masks",
		Long: `ppo trains a policy network by play against itself and other agents, with proximal policy optimization
(schulman2017ppo) and illegal actions masked. It plays as learned:DIR/best.safetensors. --potential adds
shaping that rewards progress with the hand and does not change the optimal policy. The same seed gives
the same weights for any number of workers. docs/train.md explains the metrics.`,
		Example: `  rummygym train ppo --game gin --episode hand --out gin --steps 200
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02`,
	})
}
