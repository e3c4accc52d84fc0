package play

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
)

// NewEvalCommand returns the command eval, which evaluates one agent.
func NewEvalCommand() *cobra.Command {
	return cli.Recipe("eval", &cobra.Command{
		Use:   "eval AGENT",
		Short: "Evaluate one agent against others, every deal from every seat",
		Long: `eval plays an agent against each of several opponents. Every deal is played twice, once
from each seat, with the same order of the deck and the same later reshuffles: --games 20000
plays 10,000 deals against each opponent. All opponents get the same deals: deal i is
episode i of --seed, as in collect.

At a table with more than two seats, copies of the opponent take all other seats, and every deal is
played from every seat. If all players are equally strong, each of n players then wins 1/n of the
games. Agents joined by + take the other seats together, in the given order, starting at the seat
after the evaluated agent: for example --against min-dist-opp+min-dist-outs+random with --seats 4.
The gain of a game is always the evaluated agent's gain.

eval prints the share of games won, the mean gain in points, the win rate at each seat, the numbers
of turns and drops, and how the games ended. Standard errors and intervals are computed over deals,
because the two games of a deal are not independent.

--drops none removes the drop from the legal actions of all players; --drops learner removes it from
the legal actions of the opponents. By default all players may drop. The rule-based players of the
paper drop only with the option drop=; networks decide when to drop.

--preset accepts several comma-separated names; the agent is evaluated under each of them.

--sprt 0,20 ends the games against an opponent as soon as a sequential probability ratio test can
decide between two hypotheses: the agent is at most 0 Elo points stronger (H0, a score of .5), or it
is at least 20 Elo points stronger (H1, a score of .529). --games is then the maximum number of
games. The test uses the scores of deals; a game without a winner gives half a point. If H0 is true,
the test decides for H1 with a probability of at most --alpha; if H1 is true, it decides for H0 with
a probability of at most --beta. There is a separate test for each opponent. --sprt-gain 0,1 tests
the mean gain in points in the same way, and estimates its variance from the games.

The same flags give byte-identical output for any number of workers. After ctrl-C, eval finishes the
games in progress, prints the results so far, and prints the command that resumes the run.
--checkpoint FILE writes finished games at intervals; --resume FILE resumes from that file. --part
I/N and --merge divide the games among processes, as in tournament. With several presets, there is a
file for each preset, with the name of the preset in the file's name.

json, csv and arrow have one row per opponent with these columns: rules, agent, opponent, seed,
games, deals, win_rate, gain_mean, turns_mean, drops_agent, ending_..., columns with the suffixes
_se, _low, _high, _z and _p where they apply, and win_rate_first, gain_second and so on for the
seats. For Gin Rummy a second table counts hands: who ended them and how, who scored, the mean
points scored, and the mean deadwood at the knock; the columns are hands_knock_agent and so on,
points_per_hand_agent and deadwood_agent, and corresponding columns for the opponent. With --sprt
and --sprt-gain, further columns are decision (H0, H1 or empty), llr_h1 and llr_h0, and the
bounds of these two ratios. The Arrow file describes each column.`,
		Example: `  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 20000
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs --drops none --seed 7
  rummygym eval learned:policy.safetensors --against min-dist-opp --preset paper,paper52,released
  rummygym eval --game gin sigra --against simple,stubborn --games 2000 --format json
  rummygym eval min-dist-opp --against min-dist --games 200000 --sprt 0,10 --alpha 0.01
  rummygym eval --game gin sigra --against stubborn --games 20000 --sprt-gain 0,5
  rummygym eval min-dist-outs --against min-dist-opp,min-score --preset club --seats 4 --games 8000`,
		Args: cobra.ExactArgs(1),
	}, "table", "json", "csv", "arrow")
}
