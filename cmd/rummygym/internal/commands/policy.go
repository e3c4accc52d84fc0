package commands

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/baselines/ginrummy"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/game"
	"rummygym/options"
)

// NewPolicyCommand returns the command policy, whose subcommands inspect networks.
func NewPolicyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Describe, evaluate or average networks of learned agents",
		Long: `policy has subcommands for network files. A network plays as the agent learned:FILE; in Python,
rummygym.policy reads and writes the same files.`,
	}
	cmd.AddCommand(newPolicyShowCommand(), newPolicyLogitsCommand())
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
	g, err := rummygym.GameByName(game)
	if err != nil {
		return nil, err
	}
	return learned.Open(g.Network(seats), s)
}

// newPolicyShowCommand returns the command policy show.
func newPolicyShowCommand() *cobra.Command {
	format := cli.Format{Allowed: []string{"text", "json"}}
	of, seats := rummygym.Indian.Name, 2
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

// newPolicyLogitsCommand returns the command policy logits.
func newPolicyLogitsCommand() *cobra.Command {
	var rows int64
	cmd := &cobra.Command{
		Use:   "logits FILE DIR",
		Args:  cobra.ExactArgs(2),
		Short: "Print the outputs of a network for recorded decisions",
		Long: `logits evaluates a network on the recorded observations of a dataset, and prints a JSON object for each
row: the legal action with the highest logit, and the outputs of every head. Use it to check other
programs that evaluate the same network.`,
		Example: `  rummygym policy logits model.safetensors data --rows 1000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := datasets.Open(args[1])
			if err != nil {
				return err
			}
			m, err := openPolicy(d.Meta().Game, d.Meta().Seats, args[0])
			if err != nil {
				return err
			}
			if rows < 0 {
				return fmt.Errorf("--rows %d: want at least 1, or 0 for all", rows)
			}
			return writeLogits(cmd.OutOrStdout(), m.Network, d, rows)
		},
	}
	cli.AddOptions(cmd, options.New(&rows, "rows", "number of rows to print; 0 prints all rows").Letter("n"))
	return cmd
}

// writeLogits prints the outputs of the network for the first rows of a dataset, or for all
// rows if rows is 0.
func writeLogits(w io.Writer, n *network.Network, d *datasets.Dataset, rows int64) error {
	t, err := open.Table(d.Meta())
	if err != nil {
		return err
	}
	desc := n.Description()
	if kind := desc.EffectiveKind(); kind != network.PolicyKind {
		return fmt.Errorf("the network is of the kind %s, want %s", kind, network.PolicyKind)
	}
	if err := desc.Fits(t.Game, d.Meta().GameLayout(), network.Policy); err != nil {
		return fmt.Errorf("the network does not fit the dataset: %w", err)
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	e, policy := n.NewEvaluator(), desc.Head(network.Policy)
	obs, heads := make([]float32, desc.InputSize()), map[string][]float32{}
	for _, h := range desc.Heads {
		heads[h.Name] = make([]float32, h.Size)
	}
	done := int64(0)
	for b, err := range d.Batches() {
		if err != nil {
			return errors.Join(out.Flush(), err)
		}
		for i := range b.Rows() {
			if rows > 0 && done == rows {
				return out.Flush()
			}
			done++
			var legal game.Mask
			b.Mask(&legal, i)
			b.Observation(obs, i)
			e.Run(obs)
			for h := range desc.Heads {
				e.Outputs(heads[desc.Heads[h].Name], h)
			}
			best := -1
			for a := range legal.Each() {
				if best < 0 || e.Output(policy, int(a)) > e.Output(policy, best) {
					best = int(a)
				}
			}
			row := struct {
				Episode int64                `json:"episode"`
				Step    int32                `json:"step"`
				Best    int                  `json:"best"` // -1 if no action is legal
				Heads   map[string][]float32 `json:"heads"`
			}{b.Episode[i], b.Step[i], best, heads}
			if err := enc.Encode(row); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
