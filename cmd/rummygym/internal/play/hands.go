package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewHandsCommand returns the command hands, which measures random hands.
func NewHandsCommand() *cobra.Command {
	return cli.Recipe("hands", &cobra.Command{
		Use:   "hands",
		Short: "Measure MinScore and MinDist of random hands",
		Long: `hands deals random hands under the chosen rules, measures MinScore and MinDist of the first player's
hand in every deal, and prints their distributions: MinScore with and without the cap, the share of
hands that reach the cap, and the frequency of each MinDist. For one pack with two printed jokers,
it compares the distributions with the reference in docs/rules-indian.md, which is based on 10,000
random hands. --plots draws four figures of saha2025mindist, "Quantitative Rule-Based Strategy
modeling in Classic Indian Rummy": Fig. 1 (distribution function of MinScore, capped), Fig. 2
(histogram of MinScore, not capped), Fig. 3 (histogram of MinDist) and Fig. 4 (the states of the
program that computes MinScore, for the hand of section IV.A).

Hand i is the hand dealt to seat 0 in episode i with the same seed, as in
collect.`,
		Example: `  rummygym hands --plots plots
  rummygym hands --hands 100000 --seed 2 --preset released --format json`,
	}, "table", "json", "csv", "arrow")
}
