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
		Long: `advantage takes one agent's decisions in the games of a dataset and asks another agent, the
chooser, what it would do. If its action differs, the rest of the game is played twice from the
true state, hidden cards included: once after the agent's action and once after the chooser's,
with the same deal and the same seeds. The difference is the value of the chooser's decision.

Two games that differ in one action differ much less than two games with different deals. So advantage
shows in minutes, and for each kind of decision, what "eval" shows in hours or not at all.

In games played by the chooser (--of names the chooser, --agent the other agent), the sum over a game
is the whole difference between the two agents against the same opponents (the performance-difference
lemma). In the agent's own games, the default, it is the value of single changes, one at a time: a
first look at a change.

Agents are asked without their memory of the game: for agents that remember more than an observation
contains, the result is not exact. Agents that choose at random draw once; --rollouts is
the number of continuations played for each action.

The table has a row for each kind of decision and one for all: decisions, the share at which the
actions differ, and the change in games won and in points, per decision and per game (of one seat).
Standard errors are over games. The same flags give the same bytes for any number of
workers. json, csv and arrow have the same columns, with the suffix _se for errors.`,
		Example: `  rummygym collect --agents min-dist,min-dist-opp --games 1000 --out data
  rummygym advantage data --of min-dist --chooser min-dist-outs
  rummygym collect --agents learned:standard,min-dist-outs --games 500 --out played
  rummygym advantage played --of learned:standard --agent min-dist --chooser learned:standard`,
	}, "table", "json", "csv", "arrow")
}
