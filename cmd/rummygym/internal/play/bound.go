package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// newBoundCommand returns the command exploit bound, which finds what an agent loses at least to a best response.
func newBoundCommand() *cobra.Command {
	return cli.Recipe("exploit bound", &cobra.Command{
		Use:   "bound AGENT",
		Short: "Bound the loss of an agent to best responses, in any game",
		Long: `bound looks for an agent, the responder, that gains as much as possible against AGENT, and then
plays the responder against AGENT on new deals. The responder's mean gain per game, over both seats,
is a lower bound on the exploitability of AGENT, because a best response gains at least as much. See
docs/exact.md.

The candidates are the agents in --playouts, and searches that know AGENT: they sample hidden cards
according to their probability given AGENT's moves, and in their roll-outs AGENT plays its own seat.
One search is run for each agent in --playouts, and that agent plays the other seat in its
roll-outs. With --train, "train mc" first trains a network against AGENT. This network, and a search
that uses it, are further candidates. --responder names other candidates instead of all these.

The candidate that gains most in --select-games games becomes the responder. The bound is the
responder's mean gain in further games on other deals; --games sets their number. All deals are
played from both seats.

With --out, the training and all games are kept in a folder: if the command is stopped, run it again
to continue. With a single --responder, --part and --merge divide the games of the bound among
several processes, in the same way as in eval.

--format json also prints the candidates, and the network's gains during training.`,
		Example: `  rummygym exploit bound --game gin --episode hand simple
  rummygym exploit bound --preset small --train steps=30 --train games=1000 --out bound min-dist
  rummygym exploit bound --game gin --episode hand --responder learned:standard,sigra simple`,
		Args: cobra.ExactArgs(1),
	}, "table", "json", "csv", "arrow")
}
