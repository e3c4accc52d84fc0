package main

import (
	"github.com/spf13/cobra"
)

// newRootCommand returns the command line of rummygym with all its subcommands.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rummygym",
		Short: "A gym for Indian Rummy and Gin Rummy: rules, exact solvers, agents, tournaments and datasets",
		Long: `rummygym is a gym for 13-card Indian Rummy and, with --game gin, for Gin Rummy.

The usual way through it:

  rummygym solve --wild 7 AS 2S 3S ...     what a hand is worth and what it needs
  rummygym agents                          the players there are, and their options
  rummygym tournament --agents min-dist,min-score --games 1000
                                           who beats whom, with intervals
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs
                                           how one agent fares, every deal from both seats
  rummygym collect --agents min-dist,random --games 1000 --out data
                                           games as Arrow files, a row a decision
  rummygym dataset head data               look into such files
  rummygym replay data --episode 0         watch a recorded game move by move

Cards are written rank then suit: AS is the ace of spades, TD (or 10D) the ten of
diamonds, JK a printed joker. The game is chosen by --game, the rules of the
table by --preset, and changed one by one by further flags; "rummygym rules" prints
them.

Results go to standard output, progress and messages to standard error. The exit
status is 0 when everything asked for was done, else 1.`,
		Example: `  rummygym solve --wild 7 3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD
  rummygym solve < hands.jsonl > answers.jsonl
  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --seed 1
  rummygym solve --game gin 8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H
  rummygym tournament --game gin --agents simple,stubborn,sigra --games 1000 --ztest simple
  rummygym bench --filter 'MinDist'`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newSolveCommand(),
		newAgentsCommand(),
		newRulesCommand(),
		newTournamentCommand(),
		newEvalCommand(),
		newHandsCommand(),
		newCollectCommand(),
		newTrainCommand(),
		newPolicyCommand(),
		newDatasetCommand(),
		newReplayCommand(),
		newBeliefCommand(),
		newBenchCommand(),
		newVersionCommand(),
	)
	return root
}
