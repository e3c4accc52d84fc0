package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newBeliefCommand returns the command train belief.
func newBeliefCommand() *cobra.Command {
	return cli.Recipe("train belief", &cobra.Command{
		Use:   "belief --out RUN",
		Short: "Train a network that estimates the opponent's hand",
		Long: `belief trains a network that estimates an opponent's hand in Indian Rummy. For each card, the
network estimates the probability that the opponent holds the card, that the card would lower the
opponent's MinDist, and that the opponent discards the card next. It also estimates the opponent's
MinDist. The inputs come from one observation: the cards that the opponent took, refused and
discarded, and the unseen cards. With more than two players, the network estimates the hands of the
players before and after the observer.

The network learns from games between the agents of --players. The games are played during training,
without drops, and the training program sees the hands of all players. Each decision of every seat
is used once. A number before the name of an agent is its weight: "3:min-dist-opp,min-score". With
--tables, the network learns from games under several sets of rules: the rules of each game are
drawn from the list of --tables.

The columns that begin with held-out/ are losses on games that are not used for training (--held-out
sets their number): the mean negative logarithm of the probability of the outcome. If all hands are
treated as equally likely, held-out/held is about .65 and held-out/wanted about .56. The network
with the minimum held-out/loss is kept as RUN/best.safetensors; "belief score --game indian --model
FILE" measures it in detail.`,
		Example: `  rummygym train belief --out belief
  rummygym train belief --resume belief
  rummygym train belief --preset club --seats 4 --out belief4
  rummygym train belief --tables 2:paper,paper52,club,released --out many
  rummygym belief score --game indian --model belief/best.safetensors min-dist-opp min-dist-outs min-score random`,
	})
}
