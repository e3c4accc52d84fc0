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
		Long: `ppo trains a policy network by play against itself and other agents, with proximal policy
optimization (schulman2017ppo) and illegal actions masked. The result plays anywhere as the agent
learned:DIR/best.safetensors.

A step is one update: --horizon decisions at each of --tables tables, followed by
--passes passes over them in batches of --batch. --opponents lists whom the network
trains against: the current network (self), earlier versions of it (past), and any
agents, each with a weight. At tables with self it learns from all seats, at other tables from its own
seat, which varies by table. --past-rule selects earlier versions; prioritised prefers those that beat
the network.

The reward is the gain in points times --reward-scale. --potential adds potential-based shaping,
which rewards progress of the hand and does not change the optimal policy (Ng, Harada and Russell,
1999); without it new weights learn slowly. With --drops none, the default, the network never
drops: an untrained network quickly learns to drop, and this is hard to unlearn. A trained network
can learn it with --drops all --from DIR/best.safetensors.

The fastest way to a good policy is to clone a good agent with "rummygym train clone" and
to continue from the clone: --from FILE takes fields and layers from the file. If the
file has no value head, learn the value first while the policy is fixed, with
--value-warmup 10. Use a learning rate of at most 0.0003 and --target-kl 0.02, which ends
an update that has moved the policy too far.

Columns of the metrics: ppo/entropy is the entropy of the policy in nats; ppo/kl the
Kullback-Leibler divergence of the last update, and ppo/clipped the share of decisions
with a clipped ratio; ppo/explained the share of the variance of returns that the value
explains; league/score and league/gain the results against other opponents with sampled
actions. win/AGENT is evaluated separately, with the best actions.

The same seed gives the same weights for any number of workers. Ctrl-C stops at the end
of the current update or earlier and prints the command that resumes. A run that was
stopped or killed and resumed gives the same files as one that was not.`,
		Example: `  rummygym train ppo --out run --steps 100
  rummygym train ppo --resume run --steps 200
  rummygym train ppo --out run --opponents self,2:min-dist-opp,min-dist-outs --eval-against min-dist-opp,min-dist-outs
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02
  rummygym train ppo --game gin --episode hand --out gin --steps 200
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
	})
}
