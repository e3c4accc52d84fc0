package commands

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
)

// NewAgentsCommand returns the command agents, which lists the agents and their options.
func NewAgentsCommand() *cobra.Command {
	var game cli.Game
	format := cli.Format{Allowed: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "agents [AGENT]",
		Args:  cobra.MaximumNArgs(1),
		Short: "List the agents and their options",
		Long: `agents lists the agents of a game with their options. A spec names an agent: its name, followed by
options after colons, with braces around values that contain colons. exec:COMMAND is a program in any
language that speaks the agent protocol, learned:FILE a network, learned:standard a built-in one.`,
		Example: `  rummygym agents --game gin
  rummygym agents fitness`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list := game.GameType().Agents()
			if len(args) > 0 {
				games := []*catalog.GameType{game.GameType()}
				if !cmd.Flags().Changed("game") {
					games = catalog.Games()
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
func entryOf(games []*catalog.GameType, text string) (spec.List, error) {
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
func writeLevels(w io.Writer, levels []catalog.Level) error {
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
