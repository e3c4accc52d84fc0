package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewLadderCommand returns the command ladder, which rates agents.
func NewLadderCommand() *cobra.Command {
	return cli.Recipe("ladder", &cobra.Command{
		Use:   "ladder",
		Short: "Compute Elo ratings of agents, and show cycles of who beats whom",
		Long: `ladder plays every pair of agents and prints the agents' Elo ratings: an agent rated 400 higher than
another scores ten points for every point that it concedes. A win scores one point; a game without a
winner scores half a point for each player. Every deal is played from both seats, and all pairs get
the same deals: with --games 1000, each pair plays 500 deals, and deal i is episode i of --seed, as
in collect.

The ratings are maximum-likelihood estimates of the Bradley-Terry model. Intervals are percentiles
of a bootstrap over deals; all games of a deal are drawn together. --anchor names the agent whose
rating is 0; without it, the mean rating is 0. Each agent also gets --prior imaginary draws against
an agent with the mean rating, so that even an agent that has won all its games has a rating; one
end of the interval of such an agent is infinite.

A single number per agent hides cycles, in which a beats b, b beats c, and c beats a. Below the
table, ladder lists the cycles that remain significant after Holm's correction over all pairs.

--adaptive DEALS plays in rounds, with this number of deals for each chosen pair. In the first
round, all pairs play. For later rounds, ladder chooses the pairs whose games add most information
about the ratings: pairs of similar strength that have played few games. The choice uses only
finished rounds. The total number of games stays the same, and no pair plays more than four times
--games.

--slow names slow agents; pairs with a slow agent play only --slow-games games.

Ctrl-C finishes the games in progress and writes a checkpoint (--checkpoint FILE, or a file named
after the ladder). --resume FILE continues the ladder, even with more --games or more agents; name
all agents, old and new. The games in the file are kept, so only pairs with new agents play. --part
I/N and --merge divide the games among processes, as in tournament. The same flags give
byte-identical output for any number of workers, even after a stop. Without --adaptive, the order in
which you add agents does not matter either.

json, csv and arrow have one row per agent with these columns: rank, agent, seed, games, elo, score,
gain_mean, score_1, score_2 and so on (the score against the agent with that rank), and columns with
the suffixes _se, _low and _high where they apply. json also lists all cycles. The Arrow file
describes each column.

--plots draws the ratings with their intervals, and the scores of all pairs.`,
		Example: `  rummygym ladder --agents min-dist-opp,min-dist,min-score,random --games 1000
  rummygym ladder --game gin --agents simple,stubborn,sigra,fitness --games 2000 --anchor simple --plots plots
  rummygym ladder --agents min-dist-opp,min-dist,min-score --checkpoint ladder.arrow
  rummygym ladder --agents min-dist-opp,min-dist,min-score,learned:policy.safetensors --resume ladder.arrow
  rummygym ladder --game gin --games 2000 --slow search --slow-games 50 --adaptive 100`,
	}, "table", "json", "csv", "arrow")
}
