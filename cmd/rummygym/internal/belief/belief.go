// Package belief holds the command belief, which makes and scores estimates of the opponent's
// hand.
package belief

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewBeliefCommand returns the command belief, whose subcommands make and score estimates of
// the opponent's hand.
func NewBeliefCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "belief",
		Short: "Make and score estimates of the opponent's hand",
		Long: `belief makes and scores estimates of the opponent's hand.

For Gin Rummy an estimate comes from a hand table. The observation fields belief, discard_risk and
belief_matrix use this table. The method is that of the section "Defensive Score" of
truong2021datadriven, "A Data-Driven Approach for Gin Rummy Hand Evaluation". build counts a table
from recorded games, and score measures its estimates on other games. The built-in table was counted
from 10,000 matches of simple against itself. The agents data-driven:belief=FILE and
search:belief=FILE use the table in FILE. In Go, the method WithHandTable of the type Gin in package
features/encoder sets the table.

For Indian Rummy a network estimates the hand. "train belief" trains it, and score
measures its estimates.`,
	}
	cmd.AddCommand(newBuildCommand(), newScoreCommand())
	return cmd
}

// newBuildCommand returns the command belief build.
func newBuildCommand() *cobra.Command {
	return cli.Recipe("belief build", &cobra.Command{
		Use:   "build DIR --out FILE",
		Short: "Build a hand table for Gin Rummy from recorded games",
		Long: `build replays the recorded games of a dataset. After every turn of a player, build looks at each
card that the other player has not seen, and counts how often the card is in the player's hand. The
counts are grouped into buckets by the six properties that truong2021datadriven uses. For each
bucket, build writes the factor by which a turn changes the estimate of a card. Buckets with fewer
than --least cards leave the estimate unchanged.

The file contains a line with its version, a line of JSON that describes the games, and 43,940 bytes
of ratios. The documentation of package features/opponent describes the format. The same games give
the same file.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 10000 --seed 1 --fields none --out simple
  rummygym belief build simple --out belief-simple.bin`,
	})
}

// newScoreCommand returns the command belief score.
func newScoreCommand() *cobra.Command {
	return cli.Recipe("belief score", &cobra.Command{
		Use:   "score --game gin DIR | --game indian OPPONENT...",
		Short: "Score estimates of the opponent's hand",
		Long: `score measures estimates of the opponent's hand by the Brier score (mean squared error)
and the log score (mean negative logarithm of the probability of the outcome). Lower is
better. The uniform estimate, under which all unseen cards are equally likely, is scored
for comparison.

For Gin Rummy, score replays recorded games. After every turn, score compares the estimate from a
hand table with the hand of the player who made the turn, over all cards that the other player has
not seen. Use games whose seed differs from the seed of the games from which the table was counted.
With --fading F, each turn keeps only the share F of the earlier evidence; F = 1 gives the estimate
of truong2021datadriven.

For Indian Rummy, score plays games between the agent of --observer and each named opponent, without
drops. Each time the observer discards, score measures two predictions: whether the opponent holds
each unseen card (log), and whether each of the observer's cards would lower the opponent's MinDist
(danger). The estimators are

  uniform        all hands of unseen cards are equally likely (danger: from --samples hands)
  learned        the probabilities of a network: that of --model, or the built-in one
  learned hands  hands sampled from the probabilities of the network

For sampled hands, a probability is the share of the sampled hands in which the event occurs; to
smooth this share, the uniform estimate is added with the weight of two hands. The column turns
gives the number of turns that the opponent has had. "better by" is the 95 % interval, over
games, of the improvement on the uniform estimate.`,
		Example: `  rummygym collect --game gin --agents simple,simple --games 500 --seed 2 --fields none --out held-out
  rummygym belief score --game gin held-out
  rummygym belief score --game gin held-out --fading 0.5 --table belief-simple.bin
  rummygym belief score --game indian min-dist-opp min-dist min-score random --games 500`,
	}, "table", "json", "csv", "arrow")
}
