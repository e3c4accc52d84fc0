package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newBoundCommand returns the command exploit bound, which finds what an agent loses at least to a best response.
func newBoundCommand() *cobra.Command {
	return cli.Recipe("exploit bound", &cobra.Command{
		Use:   "bound AGENT",
		Short: "Bound what an agent loses to best responses, in any game",
		Long: `bound looks for an agent, the responder, that gains as much as possible from AGENT, and plays it
on new deals. Its mean gain per game, over both seats, is a lower bound on the exploitability of
AGENT, because a best response gains at least as much. See docs/exact.md.

The candidates are the agents in --playouts, and searches that know AGENT: they draw hidden cards by
their probability given AGENT's moves, and AGENT plays its seat in their roll-outs. There is one search
for each agent in --playouts, which plays the other seat in the roll-outs. With --train, "train mc"
first trains a network against AGENT; the network and a search with it are further candidates.
--responder names other candidates instead.

The candidate that gains most in --select-games games is the responder. Its gain in --games
games of other deals is the bound. All deals are played from both seats.

With --out, the folder keeps the training and all games: after a stop the same command continues. With
a single --responder, --part and --merge divide the games of the bound, as in eval.

json also has the candidates, and the network's gains during the training.`,
		Example: `  rummygym exploit bound --game gin --episode hand simple
  rummygym exploit bound --preset small --train steps=30 --train games=1000 --out bound min-dist
  rummygym exploit bound --game gin --episode hand --responder learned:standard,sigra simple`,
		Args: oneAgent("the agent that loses, such as simple"),
	}, "table", "json", "csv", "arrow")
}
