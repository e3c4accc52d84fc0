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
		Long: `advantage takes one agent's decisions in the games of a dataset and asks another agent, the chooser,
what it would do. If the chooser's action differs from the agent's, the rest of the game is played
twice from the true state, hidden cards included: once after the agent's action and once after the
chooser's, with the same deal and the same seeds. The difference between the two results is the
value of the chooser's decision.

Two games that differ in one action differ much less than two games with different deals. So for
each kind of decision, advantage shows within minutes differences that "eval" shows only after
hours or not at all.

By default, the agent is the one that played the games. Each value is then the value of one change
by the chooser, after which the agent plays on, so the sum of the values is only a first estimate.
If the chooser played the games, let --of name the chooser and --agent the other agent. The sum of
the values over a game is then the difference in points per game between the two agents, against the
same opponents (the performance-difference lemma).

Each agent is asked with a single observation, without its memory of the game. The result is
therefore not exact for agents that remember more than an observation contains. An agent that
chooses at random is asked only once per decision. --rollouts is the number of continuations played
for each action.

The table has a row for each kind of decision and a row for all decisions. The columns are the
number of decisions, the share of decisions at which the actions differ, and the change in games won
and in points, per decision and per game of one seat. Standard errors are computed over games. The
same flags give byte-identical output for any number of workers. json, csv and arrow have the
columns of the table, and standard errors in columns with the suffix _se.`,
		Example: `  rummygym collect --agents min-dist,min-dist-opp --games 1000 --out data
  rummygym advantage data --of min-dist --chooser min-dist-outs
  rummygym collect --agents learned:standard,min-dist-outs --games 500 --out played
  rummygym advantage played --of learned:standard --agent min-dist --chooser learned:standard`,
	}, "table", "json", "csv", "arrow")
}
