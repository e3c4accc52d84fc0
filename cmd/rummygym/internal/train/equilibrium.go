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
		Long: `equilibrium lists all positions of a small game for two players and approaches an equilibrium, against
which no opponent can gain, by counterfactual regret minimization. The agent tabular:FILE plays by the
table. A line on standard error reports NashConv from time to time. The table does not depend on the
number of workers or on interruptions. docs/exact.md says more.`,
		Example: `  rummygym train equilibrium --game gin --preset tiny --out tiny.table
  rummygym train equilibrium --preset small --until 1e-5 --report 10 --out small.table`,
	}, "table", "json", "csv", "arrow")
}
