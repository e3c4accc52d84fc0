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
		Long: `ladder lets all pairs of agents play and prints their ratings in Elo points: an agent that is 400
points higher takes ten points for each that it gives away. A win scores one point; a game without
a winner scores half a point for each. Every deal is played from both seats, and all pairs get the
same deals: --games 1000 plays 500 deals of each pair, and deal i is episode i of --seed, as in
collect.

The ratings are maximum-likelihood estimates of the Bradley-Terry model. Intervals are percentiles of a
bootstrap over deals; all games of a deal are drawn together. --anchor names the agent whose rating is
0; otherwise the mean is 0. Each agent also gets --prior imaginary draws against an agent of the mean
rating, so that an agent that has won all its games still has a rating; one end of its interval is then
infinite.

One number per agent hides cycles, in which a beats b, b beats c, and c beats a. Two columns show them:
the agent's share in the Nash average (the mixture of agents that loses against none) and in α-rank
(the share of time that a population of agents spends at each in the long run). An agent that beats all
others has 1 in both. Cycles that remain significant after Holm's correction over all pairs are listed.

--adaptive DEALS plays in rounds of this many deals per pair. In the first round all pairs play. Later
rounds choose the pairs whose games add most information about the ratings: pairs of similar strength
that have played little. The choice uses only finished rounds. The total number of games stays the
same, and no pair plays more than four times --games.

--slow names slow agents; their pairs play only --slow-games games.

Ctrl-C finishes the running games and writes a checkpoint (--checkpoint FILE, or a file named
after the ladder). --resume FILE continues it, also with more --games or more agents: name all
agents, old and new. The games in the file are kept, so only pairs with new agents play. --part
I/N and --merge divide the games among processes, as in tournament. The same flags give the same
bytes for any number of workers, after a stop, and (without --adaptive) in whatever order you add
agents.

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
