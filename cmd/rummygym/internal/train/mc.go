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
		Long: `mc trains a network of the kind "afterstate". From what a player knows right after its action, the
network predicts the gain in points (head gain) and the probability of winning (head win). A player
that takes the action with the best afterstate plays better than the players from whose games the
network learned. The games of this better player are the next training data. The trained network can
play in every command as the agent learned:DIR/best.safetensors, or as
learned:DIR/best.safetensors:head=win to maximise the probability of winning.

Each step plays --games games, collects the afterstates with the results of the games, and makes
--updates updates. Each update uses a batch of --batch afterstates, sampled from the games of the
last --replay steps. In the first --start-steps steps, the agent given by --start plays instead of
the untrained network. With probability --epsilon, the network's player takes a random action among
the reasonable ones; evaluations have no random actions.

--opponents lists the opponents in training, each with a weight: the current network (self), earlier
versions of the network (past), and any agents. In games against itself, the network learns from all
seats. Nobody drops in the training games. The rules fix the cost of a drop, so a network that
predicts gains needs no training to know when to drop. With --drops, all players may drop in the
games in which the learner plays for points; choose opponents that do drop, for example
min-dist-outs:drop=4.

With --tables, one network learns several sets of rules: the rules of each game are drawn from the
list of --tables. --preset and the rule options then choose the rules of the evaluation, which are
also written to the network file. The rules in the list may have different numbers of seats. The
network sees the rules of a game in the group "rules".

Before the layers of --layers, the network has filters over the cards that are the same for all cards, summed
over the suits: its values do not change if the suits are relabelled, as the rules do not.

For Gin Rummy, train on single hands: with --episode hand, the network predicts the points of the
hand, and its player can use these predictions in matches too. Without --episode hand, a game is a
match of about ten hands, and the network sees the score of the match.

The metrics have these columns: gain/squared is the squared error of the gain, in units of 80
points, and win/logistic is the log loss of the win, in nats. Both columns fall at first and rise
again when the opponents get stronger. The column score is the share of training games won against
opponents other than the network itself; these games include random actions. win/AGENT comes from
separate evaluation games.

The same seed gives the same weights for any number of workers. Ctrl-C stops the run and prints the
command that resumes it. A run that was stopped or killed and then resumed gives the same files as
an uninterrupted run. A resumed run first plays the games of the last --replay steps again.`,
		Example: `  rummygym train mc --out run --steps 100
  rummygym train mc --resume run --steps 200
  rummygym train mc --out run --opponents self,2:min-dist-opp --eval-against min-dist-opp,min-dist-outs
  rummygym train mc --out finer --from run/best.safetensors --start-steps 0 --learning-rate 0.0003
  rummygym train mc --out many --tables 2:paper,paper52,club,released --drops
  rummygym train mc --preset club --seats 4 --out four --tables 'club seats=3,club seats=4,club seats=6'
  rummygym train mc --game gin --episode hand --out gin --games 1024
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
	})
}
