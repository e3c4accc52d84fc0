package play

import (
	"fmt"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewEvalCommand returns the command eval, which evaluates one agent.
func NewEvalCommand() *cobra.Command {
	return cli.Recipe("eval", &cobra.Command{
		Use:   "eval AGENT",
		Short: "Evaluate one agent against others, every deal from every seat",
		Long: `eval plays an agent against each of several opponents. Every deal is played twice, once
from each seat, with the same order of the deck and of later shuffles: --games 20000
plays 10,000 deals against each opponent. All opponents get the same deals: deal i is
episode i of --seed, as in collect.

At a table with more seats one opponent takes all other seats, and every deal is played from every
seat; an equal share of wins is then one divided by the number of seats. Agents joined by + take the
other seats together, in this order after the agent, as in --against min-dist-opp+min-dist-outs+random
with --seats 4. The gain of a game is the agent's gain.

It prints the share of games won and the mean gain in points, the win rate at each seat,
turns, drops, and how the games ended. Standard errors and intervals are computed over
deals, because the two games of a deal are not independent.

--drops none removes the drop from the legal actions of both players, --drops learner
from those of the opponents. By default both may drop. The paper's players drop only with the option
drop=; networks drop as they were trained to.

--preset accepts several comma-separated names and evaluates under each.

--sprt 0,20 ends the games against an opponent once it can decide whether the agent is at most 0 (H0)
or at least 20 Elo points (H1) stronger, a score of .5 or .529; --games is then the maximum. It is a
sequential probability ratio test of the scores of deals; a game without a winner gives half a point.
If H0 is true, it decides for H1 with a probability of at most --alpha; if H1 is true, it decides for
H0 with at most --beta. Each opponent has its own test. --sprt-gain 0,1 does the same for the mean gain
in points, whose variance it learns.

--calibration is for learned players with the head "win". It compares the player's estimates of its
chance of winning, after each of its actions, with the results: Brier score, calibration error, and the
share won for estimates from 0 to .1, from .1 to .2 and so on. --plots draws these as a reliability
diagram. docs/calibration.md explains the numbers.

The same flags give the same bytes for any number of workers. Ctrl-C finishes the
running games, prints the results so far, and prints the command that resumes.
--checkpoint FILE writes finished games at intervals; --resume FILE resumes from that
file. --part I/N and --merge divide the games among processes, as in tournament. With several presets
each has its own file, with the preset in its name.

json, csv and arrow have one row per opponent with the same columns: rules, agent, opponent, seed,
games, deals, win_rate, gain_mean, turns_mean, drops_agent, ending_..., columns with the suffixes
_se, _low, _high, _z and _p where they apply, and win_rate_first, gain_second and so on for the
seats. For Gin Rummy a second table counts hands: who ended them and how, who scored, the mean
points scored, and the mean deadwood at the knock; the columns are hands_knock_agent and so on,
points_per_hand_agent and deadwood_agent, and the same for the opponent. With --sprt and
--sprt-gain there are decision (H0, H1 or empty), llr_h1, llr_h0 and their bounds. The Arrow file
describes each column.`,
		Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs --drops none --seed 7
  rummygym eval learned:policy.safetensors --against min-dist-opp --preset paper,paper52,released
  rummygym eval --game gin sigra --against simple,stubborn --games 2000 --format json
  rummygym eval min-dist-opp --against min-dist --games 200000 --sprt 0,10 --alpha 0.01
  rummygym eval --game gin sigra --against stubborn --games 20000 --sprt-gain 0,5
  rummygym eval learned:standard --against min-dist-opp,min-score --games 4000 --calibration --plots plots
  rummygym eval min-dist-outs --against min-dist-opp,min-score --preset club --seats 4 --games 8000`,
		Args: oneAgent("the agent to evaluate, such as min-dist-opp or learned:FILE.safetensors; --against lists its opponents"),
	}, "table", "json", "csv", "arrow")
}

// oneAgent returns a check that one agent is named. Its error says what the agent is, such as
// "the agent to evaluate".
func oneAgent(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s: %d agents are named, want one: %s", cmd.Name(), len(args), what)
		}
		return nil
	}
}
