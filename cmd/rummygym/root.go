package main

import (
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/cmd/rummygym/internal/commands"
	"rummygym/cmd/rummygym/internal/serve"
	"rummygym/cmd/rummygym/internal/terminal"
)

// groups lists the commands by the groups of the help.
func groups() []group {
	return []group{
		{"Play, watch and review:", []func() *cobra.Command{
			terminal.NewPlayCommand,
			terminal.NewWatchCommand,
			serve.NewServeCommand,
			commands.NewReplayCommand,
			cli.Command("review"),
		}},
		{"Cards and rules:", []func() *cobra.Command{
			commands.NewSolveCommand,
			commands.NewRulesCommand,
		}},
		{"Agents, and who is stronger:", []func() *cobra.Command{
			commands.NewAgentsCommand,
			commands.NewBotCommand,
			cli.Command("eval"),
			cli.Command("tournament"),
			cli.Command("ladder"),
			cli.Command("exploit"),
			commands.NewPositionsCommand,
		}},
		{"Recorded games:", []func() *cobra.Command{
			cli.Command("collect"),
			commands.NewDatasetCommand,
			commands.NewRecordCommand,
		}},
		{"Learning:", []func() *cobra.Command{
			commands.NewTrainCommand,
			commands.NewPolicyCommand,
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
		Long: `rummygym is a gym for 13-card Indian Rummy and, with --game gin, for Gin Rummy. A card is rank and suit:
AS is the ace of spades, TD (or 10D) the ten of diamonds, JK a printed joker. Results go to standard
output, messages to standard error; docs/cli.md lists the exit statuses.`,
		Example: `  rummygym play
  rummygym eval min-dist-outs --against min-dist-opp,min-dist --games 2000`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.Flags().BoolP(cli.VersionFlag, "v", false, "version for rummygym")
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
