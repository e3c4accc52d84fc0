package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewShapleyCommand returns the command shapley, which measures what each option of an
// agent adds to its results.
func NewShapleyCommand() *cobra.Command {
	return cli.Recipe("shapley", &cobra.Command{
		Use:   "shapley AGENT --options NAME,NAME",
		Short: "Measure what each switch of an agent adds, by Shapley values",
		Long: `shapley plays an agent with every combination of some of its switches, which are options with the
values on and off. It prints the Shapley value of each switch: how much switching it on adds to the
win rate and to the mean gain, averaged over all orders in which the switches can be turned on. The
values sum to the difference between the agent with all switches on and the agent with all switches
off. cardfitness2021, "Conclusions and Future Work", proposes Shapley values to find out which
characteristics of a card matter.

All combinations play the same deals, from both seats, with the same seeds, against each of the
opponents: with --games 2000, each combination plays 1,000 deals against each opponent. The values
are exact for these games: only the deals are sampled. Differences are paired by deal, and standard
errors are computed over deals.

"first" is what a switch adds when all other switches are off; "last" is what it adds when all
others are on.

The same flags give byte-identical output for any number of workers. After ctrl-C,
shapley finishes the games in progress, prints the results so far, and prints the command
that resumes the run. --checkpoint FILE writes finished games at intervals; --resume
FILE resumes from that file.

json, csv and arrow have one row for each option, and one for all together, with these columns:
option, seed, games, win_rate, win_rate_first, win_rate_last, gain, gain_first and gain_last, and
columns with the suffixes _se, _low, _high and _p where they apply. json also contains the results
of each combination.

--plots draws the Shapley values of the win rate as bars with their intervals.`,
		Example: `  rummygym shapley --game gin fitness --options falls,unmeldable,useless,mate --against simple --games 20000
  rummygym shapley --game gin sigra --options sk,mmd,om --against simple,stubborn --plots plots`,
		Args: cobra.ExactArgs(1),
	}, "table", "json", "csv", "arrow")
}
