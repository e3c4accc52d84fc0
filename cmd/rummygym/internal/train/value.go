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
		Long: `value fits a value network. From the observation of the player to move, the network predicts that
player's gain in points (head gain, in units of 80 points) and probability of winning (head win, a
logit), if all players continue as in the recorded games. The network is for analysis, in Python or Go
(package agents/network); it is not an agent.

With --kind afterstate, the network predicts the same quantities from the afterstate, which is what
the player knows right after its action. Such a network plays as the agent
learned:RUN/best.safetensors, which takes the action with the best afterstate. --fields then names
groups of afterstate fields, which are computed by replaying the games. Actions without an
afterstate, and actions that such an agent does not consider, are not used.

--data names folders that "rummygym collect" wrote, all with the same rules. The datasets are read
in random order with bounded memory, whatever their size. A share of the games is held out: the
network does not learn from these games, and its quality is measured on them. Games that were cut
off are not used.

The inputs of the network are the recorded observation fields, or those of --fields.
Missing fields are computed by replaying the games, which takes longer.

Every --row steps a row of metrics is printed and written to RUN/metrics.csv. held-out/gain/squared
is the mean squared error in points², held-out/gain/variance is the mean squared error of the best
constant prediction, and held-out/gain/explained is the share of the variance explained.
held-out/win/log-loss is the mean cross-entropy in nats, and held-out/win/base-rate is the mean
cross-entropy of the best constant prediction. The network with the minimum held-out/loss, which is
the sum of the losses of the heads, is kept as RUN/best.safetensors. At the end, the command writes
RUN/calibration.csv: the share of wins for each range of the predicted probability of winning (0 to
10 %, 10 to 20 % and so on).`,
		Example: `  rummygym collect --agents min-dist-opp,min-dist-opp --games 20000 --fields cards-and-counts,distance,outs --out data
  rummygym train value --data data --out value
  rummygym policy show value/best.safetensors
  rummygym train value --data data --heads win --fields progress,distance,outs --layers 32 --out small
  rummygym train value --resume small --steps 40000
  rummygym train value --data data --kind afterstate --out after
  rummygym eval learned:after/best.safetensors --against min-dist-opp --games 2000`,
	})
}
