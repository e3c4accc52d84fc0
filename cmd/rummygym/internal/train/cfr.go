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
		Long: `cfr computes tables for the Gin Rummy agents fitness and independent-heuristics. Both agents use
their tables to decide draws and knocks; fitness also uses a table to choose between discards of
equal rank (cardfitness2021, "Estimating Card Fitness for Discard in Gin Rummy"). The method is
Monte Carlo counterfactual regret minimization with CFR+ and external sampling, on single hands
between two players that use these tables; see "go doc rummygym/train/cfr".

The output is a readable text file. The agents fitness:table=FILE and
independent-heuristics:table=FILE use the tables in FILE. The built-in tables are in
baselines/ginrummy/fitness.txt. The file depends only on --games, --batch, --seed and --strategy,
not on the number of workers or on interruptions. --strategy average writes the average strategy,
which converges; --strategy current writes the last strategy, as in the paper.

From time to time, a line on standard error reports the progress. The line also gives the share of
matches that fitness wins against simple with the current tables, and the 95 % Wilson interval of
this share; --matches sets the number of these matches, which are played to 100 points.

Ctrl-C discards the batch in progress and writes a checkpoint to the file of --checkpoint or,
without this flag, to the file of --out with .checkpoint appended. --resume FILE resumes from it;
the result is the same as without a stop.`,
		Example: `  rummygym train cfr --out fitness.txt
  rummygym train cfr --games 100000 --seed 2 --checkpoint cfr.json --out fitness.txt
  rummygym train cfr --games 200000 --seed 2 --resume cfr.json --out fitness.txt
  rummygym eval --game gin fitness:table=fitness.txt --against fitness,simple`,
	})
}
