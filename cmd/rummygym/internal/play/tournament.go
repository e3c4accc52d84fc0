// Package play holds the commands agents, rules, tournament, ladder, eval, tune, shapley, hands and
// transitions: agents, the rules they play under, and their results.
package play

import (
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewTournamentCommand returns the command tournament, which plays a tournament between
// agents.
func NewTournamentCommand() *cobra.Command {
	return cli.Recipe("tournament", &cobra.Command{
		Use:   "tournament",
		Short: "Play all agents against each other; print win rates and intervals",
		Long: `tournament plays every agent against every agent, including itself, from every seat. With two
players it plays all ordered pairs; the agent named first moves first. With more seats, it plays
every choice of agents in every rotation around the table.

tournament prints win rates with Wilson intervals, mean and median gains with standard errors and
bootstrap intervals, the number of rounds, how games ended, and the number of drops. Then it prints
the win rates without the first mover's advantage, as in Table I of saha2025mindist, "Quantitative
Rule-Based Strategy modeling in Classic Indian Rummy", and the win rates over both seats, with tests
that use Holm's correction.

A game of Gin Rummy is a match, or with --episode hand a single hand. For single hands, the tables
show how hands end, as shares of all hands and of scored hands. Because the starter of a match is
random, there are no columns for the first mover. A single agent (--agents simple) plays against
itself.

The same flags give byte-identical output for any number of workers. Each row contains the seed of
its games: "collect --seating fixed" with that seed records the same games. With --same-deals, game
i in which a moves first against b and game i in which b moves first against a have the same deal.
With --same-deals=all, game i of every pair has the same deal, which is the deal of episode i of
--seed.

Ctrl-C finishes the games in progress and writes a checkpoint (--checkpoint FILE, or a file named
after the tournament). --resume FILE resumes from it; the final output is the same as without a
stop. The file is in Arrow format, with one row per finished game. --part 2/4 --checkpoint FILE
plays the second of four parts of the games. --merge FILE,FILE,... prints what a single run would
print, and writes the same plots and games (docs/scale-out.md).

json, csv and arrow have one row per lineup with these columns: first, second, seed, games, wins,
win_rate, gain_mean, gain_se, gain_median, rounds_mean, rounds_median, rounds_limit_share,
drops_first, drops_second, ending_..., advantage, adjusted (Table I), balanced (both seats), and
columns with the suffixes _low, _high, _se, _z, _p and _holm where they apply. For matches of Gin
Rummy there are no drops, advantage or adjusted columns. Instead, matches of Gin Rummy have
hands_mean and so on, turns_per_hand, and columns that count hands: who ended them and how
(hands_knock_first), who scored (hands_won_first), the mean points (points_per_hand_first) and the
mean deadwood at the knock (deadwood_first). p-values are two-sided; the suffix _holm marks p-values
after Holm's correction. The Arrow file describes each column.

--ztest OPPONENT makes two comparisons for each agent. The agent's win rate against OPPONENT is
compared with the win rate of the agent named before it, and with the win rate of OPPONENT against
itself. The tests are two-sided two-proportion z-tests as in Table 2 of goldman2021evaluating,
"Evaluating Gin Rummy Hands Using Opponent Modeling and Myopic Meld Distance".

--compare prints the results beside a reference table, with intervals for both, and marks the
differences that are significant at a joint confidence level of 99 %. "authors" and "authors-drop"
are the results of the authors of saha2025mindist, with 10,000 games per pair. For Gin Rummy,
"sigra-paper" is Table 3 of goldman2021evaluating, "fitness-paper" has the results of
cardfitness2021, "Estimating Card Fitness for Discard in Gin Rummy", and "gin-measured" has results
measured with the authors' programs. The reference can also be a file that an earlier run wrote with
--format csv.`,
		Example: `  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --seed 1
  rummygym tournament --games 1000 --preset paper --compare authors --plots plots
  rummygym tournament --agents min-dist:drop=5,min-dist --same-deals --format json
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra --ztest simple
  rummygym tournament --game gin --agents simple,stubborn,sigra:om=off,sigra:sk=off,sigra --games 10000 --compare sigra-paper
  rummygym tournament --game gin --episode hand --agents simple --games 100000
  rummygym tournament --games 100000 --checkpoint big.arrow
  rummygym tournament --games 100000 --resume big.arrow`,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if format := cmd.Flag("format").Value.String(); cmd.Flag("compare").Changed && format != "" && format != "table" {
				return fmt.Errorf("--compare prints readable tables: remove --format %s or --compare", format)
			}
			return nil
		},
	}, "table", "json", "csv", "arrow")
}
