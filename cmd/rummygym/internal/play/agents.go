package play

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/spec"
	"rummygym/cmd/rummygym/internal/cli"
)

// NewAgentsCommand returns the command agents, which lists the agents and their options.
func NewAgentsCommand() *cobra.Command {
	var game cli.Game
	format := cli.Format{Allowed: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "agents [AGENT]",
		Args:  cobra.MaximumNArgs(1),
		Short: "List the agents and their options",
		Long: `List the agents that play a game, with their options, or list the options of one agent of any
game.

An agent is named by a spec: its name, followed by options, each after a colon:

  min-dist
  min-dist-opp:drop=5
  min-dist-score:variant=released:free=found

A network can play as an agent in every command. The network is read from a file, which "rummygym
policy show" describes. Results identify the network by the name of the file and the first digits of
its SHA-256:

  learned:model.safetensors
  learned:model.safetensors:temperature=0.5

Built-in networks are the strongest agents of this gym. They maximise points, or with head=win the
probability of winning the game (in Gin Rummy, the hand):

  learned:standard
  learned:standard:head=win

Some options take a file, for example a table that "rummygym train cfr" wrote. If the path contains
colons, put it in braces. Results identify such a file in the same way as a network:

  fitness:table=fitness.txt
  fitness:table={C:\tables\fitness.txt}

A search agent uses other agents for its roll-outs; put their specs in braces:

  search:playout={min-dist-opp:drop=5}:rollouts=500

In tournament, ladder, eval and collect, exec:COMMAND is a program in any language that plays
through the protocol of docs/protocol.md. If the command contains colons, put it in braces:

  exec:python3 bot.py
  exec:{./bot --level 3}:move=2s:think=1m`,
		Example: `  rummygym agents
  rummygym agents --game gin
  rummygym agents fitness
  rummygym agents --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list := game.GameType().Agents()
			if len(args) > 0 {
				games := []*rummygym.GameType{game.GameType()}
				if !cmd.Flags().Changed("game") {
					games = rummygym.Games()
				}
				var err error
				if list, err = entryOf(games, args[0]); err != nil {
					return err
				}
			}
			if format.Value() == "json" {
				return writeAgentsJSON(cmd.OutOrStdout(), list)
			}
			if err := writeAgentsTable(format.Output(cmd), list); err != nil || len(args) > 0 {
				return err
			}
			return writeLevels(format.Output(cmd), game.GameType().Levels)
		},
	}
	cli.AddOptions(cmd, append(game.Options(), format.Options()...)...)
	return cmd
}

// entryOf returns the entry of the agent of a spec in the first of the games that has it.
func entryOf(games []*rummygym.GameType, text string) (spec.List, error) {
	var first error
	for _, g := range games {
		e, err := g.Agents().Lookup(text)
		if err == nil {
			return spec.List{e}, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// writeAgentsJSON writes the entries as one indented JSON array.
func writeAgentsJSON(w io.Writer, entries spec.List) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(entries)
}

// writeLevels writes one line for each level.
func writeLevels(w io.Writer, levels []rummygym.Level) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\nLEVEL\tAGENT\tELO")
	for _, l := range levels {
		fmt.Fprintf(tw, "%s\t%s\t%d\n", l.Name, l.Agent, l.Elo)
	}
	return tw.Flush()
}

// writeAgentsTable writes one line for each agent, followed by one line for each of its
// options.
func writeAgentsTable(w io.Writer, entries spec.List) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "AGENT\tOPTION\tDEFAULT\tVALUES\tMEANING")
	for _, e := range entries {
		fmt.Fprintf(tw, "%s\t\t\t\t%s\n", e.Name, e.Doc)
		for _, o := range e.Options {
			fmt.Fprintf(tw, "\t%s\t%s\t%s\t%s\n", o.Name, o.Default, strings.Join(o.Values, ", "), o.Doc)
		}
	}
	return tw.Flush()
}
