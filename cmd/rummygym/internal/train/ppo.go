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
optimization (schulman2017ppo) and illegal actions masked. The trained network can play in every
command as the agent learned:DIR/best.safetensors.

A step is one update: --horizon decisions at each of --tables tables, followed by --passes passes
over these decisions in batches of --batch. --opponents lists the opponents in training, each with a
weight: the current network (self), earlier versions of the network (past), and any agents. At
tables with self, the network learns from all seats; at other tables it learns from its own seat,
which varies by table. --past-rule sets how earlier versions are selected; prioritised prefers
versions that beat the network.

The reward is the gain in points times --reward-scale. --potential adds potential-based shaping,
which rewards progress with the hand and does not change the optimal policy (Ng, Harada and Russell,
1999); without shaping, a new network learns slowly. With --drops none, the default, the network
never drops, because an untrained network quickly learns to drop, and this is hard to unlearn. A
trained network can learn when to drop with --drops all --from DIR/best.safetensors.

The fastest way to a good policy is to clone a good agent with "rummygym train clone" and
to continue from the clone: --from FILE takes fields and layers from the file. If the
file has no value head, learn the value first while the policy is fixed, with
--value-warmup 10. Use a learning rate of at most 0.0003 and --target-kl 0.02, which ends
an update that has moved the policy too far.

The metrics have these columns: ppo/entropy is the entropy of the policy in nats; ppo/kl is the
Kullback-Leibler divergence of the last update; ppo/clipped is the share of decisions with a clipped
ratio; ppo/explained is the share of the variance of returns that the value explains; league/score
and league/gain are the results against opponents other than the network itself, with sampled
actions. win/AGENT comes from separate evaluation games, with the most probable actions.

The same seed gives the same weights for any number of workers. Ctrl-C stops the run at the end of
the current update or earlier, and prints the command that resumes it. A run that was stopped or
killed and then resumed gives the same files as an uninterrupted run.`,
		Example: `  rummygym train ppo --out run --steps 100
  rummygym train ppo --resume run --steps 200
  rummygym train ppo --out run --opponents self,2:min-dist-opp,min-dist-outs --eval-against min-dist-opp,min-dist-outs
  rummygym train ppo --out finer --from clone/best.safetensors --value-warmup 10 --learning-rate 0.0003 --target-kl 0.02
  rummygym train ppo --game gin --episode hand --out gin --steps 200
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
	})
}
