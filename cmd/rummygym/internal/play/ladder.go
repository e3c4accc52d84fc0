package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewLadderCommand returns the command ladder, which rates agents.
func NewLadderCommand() *cobra.Command {
	return cli.Recipe("ladder", &cobra.Command{
		Use:   "ladder",
		Short: "Rate agents by Elo points, and show who beats whom in cycles",
		Long: `ladder lets all pairs of agents play and prints their ratings in Elo points: an agent
that is 400 points higher takes ten points for each that it gives away. A game won is a
point, a game without a winner half a point for each. Every deal is played from both
seats, and all pairs get the same deals: --games 1000 plays 500 deals of each pair, and
deal i is episode i of --seed, as in collect.

The ratings are those of the model of Bradley and Terry that make the points most likely.
Intervals are percentiles of a bootstrap over deals, in which all games of a deal are drawn
together. --anchor names the agent whose rating is 0; otherwise the mean is 0. Each agent
has also drawn --prior games with an imagined agent of the mean rating, so that an agent
that has won all its games has a rating; one end of its interval is then infinite.

One number for an agent hides cycles, in which a beats b, b beats c, and c beats a. Two
columns show them: the share of the agent in the Nash average, the mixture of agents that
loses against none, and in α-rank, the time that a population of copies of agents spends on
each in the long run. An agent that beats all others has 1 in both. Cycles that are clear
after Holm's correction over all pairs are listed.

--adaptive DEALS plays in rounds of this many deals for a pair. After the first round, in
which all pairs play, the games go to the pairs that add most to what is known about the
ratings: those of similar strength that have played little. It is decided from the finished
rounds. The number of all games stays the same, and each pair has at most four times --games.

--slow names agents that take long; their pairs play only --slow-games games.

Ctrl-C finishes the running games and writes a checkpoint (--checkpoint FILE, or a file
named after the ladder). --resume FILE continues it, also with more --games or more agents:
name all agents, old and new. The games in the file are kept, so that only pairs of new
agents play. --part I/N and --merge divide the games among processes, as in tournament. The same flags give the same bytes for any number of workers, after a stop, and
(without --adaptive) whenever and in whatever order agents were added.

json, csv and arrow have one row per agent with the same columns: rank, agent, seed, games,
elo, score, gain_mean, nash, alpha_rank, score_1, score_2 and so on against the agent of
that rank, and columns with the suffixes _se, _low and _high where they apply. json also
lists all cycles. The Arrow file describes each column.

--plots draws the ratings with their intervals, and the scores of all pairs.`,
		Example: `  rummygym ladder --agents min-dist-opp,min-dist,min-score,random --games 1000
  rummygym ladder --game gin --agents simple,stubborn,sigra,fitness --games 2000 --anchor simple --plots plots
  rummygym ladder --agents min-dist-opp,min-dist,min-score --checkpoint ladder.arrow
  rummygym ladder --agents min-dist-opp,min-dist,min-score,learned:policy.safetensors --resume ladder.arrow
  rummygym ladder --game gin --games 2000 --slow search --slow-games 50 --adaptive 100`,
	}, "table", "json", "csv", "arrow")
}
