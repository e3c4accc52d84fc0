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
also written to the network file. The rules in the list may have different numbers of seats. But the
groups belief and odds of --fields exist in two versions, for two players and for more than two. A
network with these groups therefore needs rules that either all have two seats or all have more than
two. The network sees the rules of a game in the group "rules".

--calibrate adds a head, chance, to the network of --from. The head estimates the probability of
winning, from the results of games against --opponents. The rest of the network is frozen, so its
play does not change. Name opponents of all kinds, including weak ones, so that the head learns to
judge an opponent by its play. The head gets the units by which --layers exceeds the layers of the
network, by default 32 in each layer. "rummygym eval --calibration", review and hints then show
the probability that the head estimates.

With --teachers, the network learns the values of other networks instead of the results of games
(distillation). The rules treat all suits alike, but a network does not: the mean of its values over
all 24 relabellings of the suits is better than a single value. The suits of each sample are
relabelled at random, so the new network learns the mean over the relabellings and over all
teachers. It needs no more time per move than any other network of its size. With --teachers, the
games only provide positions, with all the choices at each decision. The metrics then show the
distance between the network and the teachers. This distance does not reach 0, because a teacher
gives a different value for each relabelling.

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
  rummygym train mc --from many/last.safetensors --calibrate --opponents 2:self,min-dist-outs,min-dist,min-score --out told
  rummygym train mc --from many/last.safetensors --teachers many/last.safetensors --tables 2:paper,club --drops --out even
  rummygym train mc --game gin --episode hand --out gin --games 1024
  rummygym eval learned:run/best.safetensors --against min-dist-opp --games 20000`,
	})
}
