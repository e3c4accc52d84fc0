package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/baselines"
)

// newAgentsCommand returns the command that lists the agents with their options.
func newAgentsCommand() *cobra.Command {
	var game gameFlag
	format := formatFlag{allowed: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "List the agents with their options",
		Long: `List the agents that play a game, with the options of each.

An agent is written as its name and any options, each after a colon:

  min-dist
  min-dist-opp:drop=5
  min-dist-score:variant=released:free=found

A network plays wherever an agent is named, from a file that "rummygym policy show"
understands; results call it by the file's name and the first digits of its SHA-256:

  learned:model.safetensors
  learned:model.safetensors:temperature=0.5

One for Indian Rummy is built in, the strongest player here. It plays for points, or with
head=win to win as often as it can:

  learned:standard
  learned:standard:head=win

A search agent plays the game out by other agents, whose options stand in braces:

  search:playout={min-dist-opp:drop=5}:rollouts=500`,
		Example: `  rummygym agents
  rummygym agents --game gin
  rummygym agents --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list := game.rummy().Agents()
			if format.value() == "json" {
				return writeAgentsJSON(cmd.OutOrStdout(), list)
			}
			return writeAgentsTable(cmd.OutOrStdout(), list)
		},
	}
	game.register(cmd.Flags())
	format.register(cmd.Flags())
	return cmd
}

// writeAgentsJSON writes the entries as one indented JSON array.
func writeAgentsJSON(w io.Writer, entries []baselines.Entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(entries)
}

// writeAgentsTable writes a line for each agent and below it one for each of
// its options.
func writeAgentsTable(w io.Writer, entries []baselines.Entry) error {
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
