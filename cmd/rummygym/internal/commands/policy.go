package commands

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/baselines/ginrummy"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/env/game"
	"rummygym/internal/agents/learned"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
)

// NewPolicyCommand returns the command policy, whose subcommands inspect networks.
func NewPolicyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Describe networks of learned agents",
		Long: `policy has subcommands for network files. A network plays as the agent learned:FILE; in Python,
rummygym.policy reads and writes the same files.`,
	}
	cmd.AddCommand(newPolicyShowCommand())
	return cmd
}

// openPolicy reads the network of a file or of the spec of a learned agent of a game with some seats.
func openPolicy(game string, seats int, path string) (*learned.Model, error) {
	text := path
	if !learned.Is(path) {
		text = learned.Name + ":" + path
	}
	s, err := learned.Parse(text)
	if err != nil {
		return nil, err
	}
	g, err := catalog.GameByName(game)
	if err != nil {
		return nil, err
	}
	return learned.Open(g.Network(seats), s)
}

// newPolicyShowCommand returns the command policy show.
func newPolicyShowCommand() *cobra.Command {
	format := cli.Format{Allowed: []string{"text", "json"}}
	of, seats := catalog.Indian.Name, 2
	cmd := &cobra.Command{
		Use:   "show FILE|learned:standard|NAME",
		Args:  cobra.ExactArgs(1),
		Short: "Print the inputs, layers and outputs of a network",
		Long: `show prints the inputs, layers and outputs of a network: of a file, of the built-in network of the
agent learned, or of one of the networks of data-driven, given by its name (` + strings.Join(ginrummy.DataDrivenNetworks(), ", ") + `).`,
		Example: `  rummygym policy show model.safetensors
  rummygym policy show learned:standard --game gin
  rummygym policy show learned:standard --seats 4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if seats < 2 || seats > game.MaxPlayers {
				return fmt.Errorf("--seats %d: want 2 to %d", seats, game.MaxPlayers)
			}
			var m *learned.Model
			name := "data-driven:network=" + args[0]
			if builtin := ginrummy.BuiltinDiscardNetwork(args[0]); builtin != nil {
				m = &learned.Model{Network: builtin.Network()}
			} else {
				var err error
				if m, err = openPolicy(of, seats, args[0]); err != nil {
					return err
				}
				name = m.Name()
			}
			if format.Value() == "json" {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetIndent("", "  ")
				return enc.Encode(m.Network.Description())
			}
			return writePolicy(format.Output(cmd), m, name)
		},
	}
	cli.AddOptions(cmd, format.Options()...)
	cli.AddOptions(cmd,
		options.New(&of, "game", "game of the built-in network learned:standard").In("Rules"),
		options.New(&seats, "seats", "number of seats at the table: there is one built-in network for two seats and one for more"),
	)
	return cmd
}

// writePolicy prints a readable description of a network.
func writePolicy(w io.Writer, m *learned.Model, name string) error {
	d, inputs := m.Network.Description(), []string{}
	for _, in := range d.Inputs {
		inputs = append(inputs, fmt.Sprintf("%s%v/%v", in.Name, in.Shape, in.Scale))
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "agent\t%s\n", name)
	fmt.Fprintf(tab, "game\t%s\n", d.Game)
	if d.Env != "" {
		fmt.Fprintf(tab, "env\t%s\n", d.Env)
	}
	if d.Rules != nil {
		fmt.Fprintf(tab, "rules\t%s\n", d.Rules)
	}
	fmt.Fprintf(tab, "fields\t%s\n", d.Fields)
	if d.Belief != "" {
		fmt.Fprintf(tab, "belief\t%s\n", d.Belief)
	}
	fmt.Fprintf(tab, "inputs\t%d: %s\n", d.InputSize(), strings.Join(inputs, " "))
	for i, l := range d.Layers {
		fmt.Fprintf(tab, "layer %s\t%d %s\n", l.Name, l.Size, l.Activation)
		for _, p := range l.Parts {
			what := "unchanged"
			switch {
			case p.Ace != "":
				what = fmt.Sprintf("and %d more: %d filters over cards; all other inputs unchanged", len(p.Stack), p.Filters)
			case d.Cards(i) != nil:
				continue // the other inputs
			case p.Filters > 0:
				what = fmt.Sprintf("%d filters %d×%d", p.Filters, p.Kernel[0], p.Kernel[1])
			}
			fmt.Fprintf(tab, "part %s\t%s %s\n", p.Name, p.Input, what)
		}
	}
	if s := d.Stack; s != nil {
		fmt.Fprintf(tab, "over cards\t%d rounds of width %d, then %d; ace %s\n", s.Rounds, s.Width, s.Pooled, s.Ace)
	}
	for _, h := range d.Heads {
		fmt.Fprintf(tab, "head %s\t%d\n", h.Name, h.Size)
	}
	fmt.Fprintf(tab, "weights\t%d\n", m.Network.Parameters())
	fmt.Fprintf(tab, "temperature\t%v\n", m.Temperature)
	switch {
	case m.Hash == "": // not from a file
	case m.Sealed:
		fmt.Fprint(tab, "digest\tchecked\n")
	default:
		fmt.Fprint(tab, "digest\tnone: damage to the weights is not found; Python's Policy.load and save add one\n")
	}
	for _, name := range slices.Sorted(maps.Keys(d.Notes)) {
		fmt.Fprintf(tab, "note %s\t%s\n", name, d.Notes[name])
	}
	return tab.Flush()
}
