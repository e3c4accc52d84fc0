package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/external"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
)

// NewAgentCommand returns the command agent, which serves an agent to other programs.
func NewAgentCommand() *cobra.Command {
	var tables int
	cmd := &cobra.Command{
		Use:   "agent AGENT",
		Short: "Run an agent that speaks the agent protocol on standard streams",
		Long: `agent lets another program use an agent of this gym. It reads questions from standard input and writes
moves to standard output, one JSON object per line, until the input ends; docs/protocol.md describes the
messages. With the same seed the agent makes the same moves as in "rummygym tournament".`,
		Example: `  rummygym agent min-dist-opp
  rummygym tournament --agents min-dist,'exec:rummygym agent min-dist-opp' --games 100`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch err := known(args[0]); {
			case external.Is(args[0]):
				return cli.Usage(errors.New("exec:COMMAND is a program already: start it without rummygym agent"))
			case err != nil:
				return cli.Usage(err)
			}
			return rummygym.ServeAgent(cmd.InOrStdin(), cmd.OutOrStdout(), args[0], tables)
		},
	}
	tables = 64
	cli.AddOptions(cmd,
		options.New(&tables, "tables", "number of games played at once, 1 to 1024").In("Rules").Range(1, 65536),
	)
	return cmd
}

// known returns an error if no game has an agent with the name of a spec.
func known(text string) error {
	var names []string
	for _, g := range rummygym.Games() {
		if _, err := g.Agents().Lookup(text); err == nil {
			return nil
		}
		names = append(names, g.Agents().Names()...)
	}
	slices.Sort(names)
	name, _, _ := strings.Cut(text, ":")
	return fmt.Errorf("agent %q: no game has an agent %q%s; agents: %s", text, name, options.Suggest(name, names), strings.Join(slices.Compact(names), ", "))
}
