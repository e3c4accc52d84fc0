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
		Long: `belief trains a network that estimates an opponent's hand in Indian Rummy: for each card the
probability that the opponent holds it, that it would lower the opponent's MinDist, and that
the opponent discards it next; and the opponent's MinDist. The inputs come from one
observation: the cards that the opponent took, refused and discarded, and the unseen cards.
With more than two players it learns about the players before and after the observer.

It learns from games of the agents of --players. It plays them during training, without
drops, and sees all hands; each decision of all seats is used once. A number before a
name is the weight of the agent: "3:min-dist-opp,min-score". With --tables it learns about
several rules: each game draws a table.

The columns held-out/ are losses on --held-out games that are not used for training: the
mean negative logarithm of the probability of the outcome. With all hands equally likely,
held is about .65 and wanted about .56. The network with the minimum held-out/loss is
kept as RUN/best.safetensors; "belief score --game indian --model FILE" measures it in
detail.`,
		Example: `  rummygym train belief --out belief
  rummygym train belief --resume belief
  rummygym train belief --preset club --seats 4 --out belief4
  rummygym train belief --tables 2:paper,paper52,club,released --out many
  rummygym belief score --game indian --model belief/best.safetensors min-dist-opp min-dist-outs min-score random`,
	})
}
