package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewTuneCommand returns the command tune, which compares the values of an agent's options.
func NewTuneCommand() *cobra.Command {
	return cli.Recipe("tune", &cobra.Command{
		Use:   "tune AGENT --option NAME=LOW:STEP:HIGH",
		Short: "Compare the values of an agent's options on the same deals",
		Long: `tune plays an agent with every combination of values of some of its options, and prints the win rate
and the mean gain of each combination. --option hold=1:1:12 tries the values from 1 to 12 in steps
of 1, --option wm=0,0.5,0.85 tries these three values, and --option variant=paper,head tries these
two words. Several --option flags make a grid. The first row of the table is the agent as given.

All candidates play the same deals, from both seats, with the same seeds, against each of the
opponents: with --games 2000, each candidate plays 1,000 deals against each opponent. The difference
between two candidates is therefore paired by deal, and its standard error is smaller than the
standard errors of the two win rates suggest. tune prints the difference of each candidate from the
first row and from the best row.

The best of many candidates looks better than it is, because the same games were used to choose it:
evaluate it again with another --seed.

The same flags give byte-identical output for any number of workers. After ctrl-C,
tune finishes the games in progress, prints the results so far, and prints the command
that resumes the run. --checkpoint FILE writes finished games at intervals; --resume
FILE resumes from that file.

json, csv and arrow have one row per candidate with these columns: agent, option_NAME for
each option, seed, games, win_rate, win_rate_from_reference, win_rate_from_best, gain_mean,
gain_from_reference, gain_from_best, win_rate_1, gain_mean_1 and so on for the opponents,
and columns with the suffixes _se, _low and _high where they apply.

--plots draws the differences from the first row: as a curve for one option, as a heat map for two.`,
		Example: `  rummygym tune --game gin sigra --option wm=0:0.25:2 --against simple,stubborn --games 2000
  rummygym tune --game gin sigra --option wm=0.5:0.25:1.25 --option wo=0:0.5:2 --games 2000 --plots plots
  rummygym tune --game gin late-knock --option hold=1:1:12 --against simple --goal gain
  rummygym tune min-dist-opp --option drop=off,3,4,5,6 --against min-dist --games 2000`,
		Args: cobra.ExactArgs(1),
	}, "table", "json", "csv", "arrow")
}
