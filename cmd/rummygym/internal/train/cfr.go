package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newCFRCommand returns the command train cfr, which computes the tables of the agents
// fitness and independent-heuristics.
func newCFRCommand() *cobra.Command {
	return cli.Recipe("train cfr", &cobra.Command{
		Use:   "cfr --out FILE",
		Short: "Compute the tables of the Gin Rummy agent fitness by CFR",
		Long: `cfr computes the tables with which the Gin Rummy agents fitness and independent-heuristics draw, knock
and discard (cardfitness2021), by Monte Carlo counterfactual regret minimization with CFR+ and external
sampling. The output is a readable text file. It does not depend on the number of workers or on
interruptions.`,
		Example: `  rummygym train cfr --games 200000 --seed 2 --out fitness.txt
  rummygym eval --game gin fitness:table=fitness.txt --against fitness,simple`,
	})
}
