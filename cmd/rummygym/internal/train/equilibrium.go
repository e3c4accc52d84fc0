package train

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newEquilibriumCommand returns the command train equilibrium, which solves small games.
func newEquilibriumCommand() *cobra.Command {
	return cli.Recipe("train equilibrium", &cobra.Command{
		Use:   "equilibrium --out FILE.table",
		Short: "Compute the table of a nearly unbeatable agent for a small game",
		Long: `equilibrium lists all positions of a small game for two players and approaches an equilibrium by
counterfactual regret minimization. In an equilibrium, each seat has a strategy against which no
opponent can gain more than the value of the game. Unlike "train cfr", which samples hands and
computes tables for some decisions of the agent fitness, equilibrium does not sample, and computes
strategies for the whole game. See docs/exact.md.

The agent tabular:FILE plays by the table, under the same rules. It remembers what it has
seen in the game. If it is first asked for a move in the middle of a game, as in a review, it plays
the mean strategy over all histories that fit its observation.

From time to time, a line on standard error reports NashConv: the sum of the gains of the best
responses at the two seats, in points per game. NashConv is 0 for an equilibrium. The exploitability
is half of NashConv, and the stake is the largest gain of the game. --until S stops when the
exploitability is at most S times the stake. The table holds the strategies averaged over the
iterations; if the last strategies have a lower NashConv, as can happen with pcfr+, it holds those
instead.

The table depends only on the rules, --method and the number of iterations, not on the number
of workers or on interruptions. Ctrl-C finishes the iteration in progress and writes a
checkpoint to the file of --checkpoint or, without this flag, to the file of --out with
.checkpoint appended. --resume FILE resumes from it.`,
		Example: `  rummygym train equilibrium --game gin --preset tiny --out tiny.table
  rummygym exploit --game gin --preset tiny --against tabular:tiny.table simple random
  rummygym train equilibrium --preset small --until 1e-5 --report 10 --out small.table`,
	}, "table", "json", "csv", "arrow")
}
