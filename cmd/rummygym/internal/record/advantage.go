package record

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewAdvantageCommand returns the command advantage.
func NewAdvantageCommand() *cobra.Command {
	return cli.Recipe("advantage", &cobra.Command{
		Use:   "advantage DIR --chooser AGENT",
		Short: "Measure what other decisions would have changed in recorded games",
		Long: `advantage takes the decisions of one agent in the games of a dataset and asks a chooser what it
would do. Where its action differs, the rest of the game is played twice from the true state,
hidden cards included: after the agent's action and after the chooser's, with the same deal and
the same seeds. The difference is what the chooser's decision is worth.

Two games that differ in one action differ much less than two games with other deals. So this
shows in minutes, and by kind of decision, what "eval" shows in hours, if at all.

In games that the chooser played (--of names it, --agent the other one), the sum over a game is
the whole difference of the two agents against the same opponents (the performance-difference
lemma). In games of the agent itself, which is the default, it is the value of single changes,
one at a time: a first look at a change.

An agent is asked without its memory of the game: for agents that remember more than what an
observation has, the result is not exact. Agents that choose at random draw once; --rollouts is
the number of continuations played for each action.

The table has a row for each kind of decision and one for all: decisions, the share at which the
actions differ, and the change in games won and in points, for a decision and for a game (of one
seat). Standard errors are over games. The same flags give the same bytes for any number of
workers. json, csv and arrow have the same columns, with the suffix _se for errors.`,
		Example: `  rummygym collect --agents min-dist,min-dist-opp --games 1000 --out data
  rummygym advantage data --of min-dist --chooser min-dist-outs
  rummygym collect --agents learned:standard,min-dist-outs --games 500 --out played
  rummygym advantage played --of learned:standard --agent min-dist --chooser learned:standard`,
	}, "table", "json", "csv", "arrow")
}
