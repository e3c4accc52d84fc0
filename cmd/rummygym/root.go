package main

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/play"
	"rummygym/cmd/rummygym/internal/record"
	"rummygym/cmd/rummygym/internal/serve"
	"rummygym/cmd/rummygym/internal/solve"
	"rummygym/cmd/rummygym/internal/terminal"
	"rummygym/cmd/rummygym/internal/train"
)

// groups lists the commands by the groups of the help.
func groups() []group {
	return []group{
		{"Play, watch and review:", []func() *cobra.Command{
			terminal.NewPlayCommand,
			terminal.NewWatchCommand,
			serve.NewServeCommand,
			record.NewReplayCommand,
			record.NewReviewCommand,
		}},
		{"Cards and rules:", []func() *cobra.Command{
			solve.NewSolveCommand,
			play.NewRulesCommand,
		}},
		{"Agents, and who is stronger:", []func() *cobra.Command{
			play.NewAgentsCommand,
			play.NewAgentCommand,
			play.NewEvalCommand,
			play.NewTournamentCommand,
			play.NewLadderCommand,
			play.NewExploitCommand,
			record.NewPositionsCommand,
		}},
		{"Recorded games:", []func() *cobra.Command{
			record.NewCollectCommand,
			record.NewDatasetCommand,
			record.NewRecordCommand,
		}},
		{"Learning:", []func() *cobra.Command{
			train.NewTrainCommand,
			train.NewPolicyCommand,
		}},
		{"This program:", []func() *cobra.Command{
			cli.NewManCommand,
			cli.NewRunCommand,
		}},
	}
}

// group is a group of commands.
type group struct {
	title  string
	create []func() *cobra.Command
}

// newRootCommand returns the command line of rummygym with all its subcommands.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rummygym",
		Short: "A gym for Indian Rummy and Gin Rummy: rules, exact solvers, agents, tournaments and datasets",
		Long: `rummygym is a gym for 13-card Indian Rummy and, with --game gin, for Gin Rummy.

A first tour:

  rummygym solve --wild 7 AS 2S 3S ...     analyse a hand: melds, MinScore, MinDist, outs
  rummygym play                            play against agents in the terminal
  rummygym serve                           play in the browser, look at datasets and training runs
  rummygym agents                          list the agents and their options
  rummygym tournament --agents min-dist,min-score --games 1000
                                           compare agents, with confidence intervals
  rummygym ladder --agents min-dist-opp,min-dist,min-score,random
                                           rate agents by Elo points, with intervals
  rummygym eval learned:policy.safetensors --against min-dist-opp,min-dist-outs
                                           evaluate one agent, every deal from both seats
  rummygym collect --agents min-dist,random --games 1000 --out data
                                           record games as Arrow files, one row per decision
  rummygym dataset head data               print the first rows of such files
  rummygym replay data --episode 0         show a recorded game move by move
  rummygym replay --html game.html data    show it in a browser, on a table of cards
  rummygym review data --episode 0         show what each decision cost, and which were mistakes

A card is written as rank and suit: AS is the ace of spades, TD (or 10D) the ten of diamonds, JK a
printed joker. --game chooses the game, --preset chooses the rules, and further flags change single
rules. "rummygym rules" prints the rules.

Results go to standard output, progress and messages to standard error. The exit
status is 0 on success, 1 after a failure, 2 if the command line is wrong, 130 after
ctrl-C, 143 after SIGTERM, and 129 after SIGHUP (docs/cli.md).`,
		Example: `  rummygym solve --wild 7 3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD
  rummygym solve < hands.jsonl > answers.jsonl
  rummygym tournament --agents min-dist-opp,min-dist,random --games 1000 --seed 1
  rummygym solve --game gin 8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H
  rummygym tournament --game gin --agents simple,stubborn,sigra --games 1000 --ztest simple`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       cli.ThisBuild().String(),
	}
	root.SetVersionTemplate("{{.Version}}\n")
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, create := range g.create {
			c := create()
			c.GroupID = g.title
			root.AddCommand(c)
		}
		root.SetHelpCommandGroupID(g.title) // that of the last group
		root.SetCompletionCommandGroupID(g.title)
	}
	return root
}
