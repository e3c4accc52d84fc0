package commands

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// textWidth is the number of columns of the rules in words.
const textWidth = 80

// NewRulesCommand returns the command rules, which prints the rules of a table.
func NewRulesCommand() *cobra.Command {
	var flags catalog.RuleOptions
	format := cli.Format{Allowed: []string{"text", "json", "markdown"}}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Print the rules of a preset, as changed by flags",
		Long: `rules explains in words how the game is played under a preset, with single rules changed by flags. It
then prints every option with its value and its possible values, and a sentence on each preset. The same
flags choose the rules in the other commands.`,
		Example: `  rummygym rules --preset club --seats 4
  rummygym rules --game gin --preset classic`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := flags.Rules()
			if err != nil {
				return err
			}
			return printRules(format.Output(cmd), r, format.Value())
		},
	}
	cli.AddOptions(cmd, append(format.Options(), flags.Options()...)...)
	return cmd
}

// printRules writes the rules r in words and as a table of options, or as one JSON object, or the
// Markdown table of all presets of their game.
func printRules(w io.Writer, r catalog.Rules, format string) error {
	switch format {
	case "json":
		return json.NewEncoder(w).Encode(r.Options().Values())
	case "markdown":
		_, err := io.WriteString(w, presetTable(r.Type()))
		return err
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "%s\n## Options\n\n", ansi.Wordwrap(r.Text(), textWidth, ""))
	for _, o := range r.Options() {
		fmt.Fprintf(tab, "--%s\t%s\t%s\n", o.Name, o.String(), o.Help())
	}
	fmt.Fprint(tab, "\n## Presets\n\n")
	for i, doc := range r.Type().PresetDocs {
		fmt.Fprintf(tab, "%s\t%s\n", r.Type().Presets[i], doc)
	}
	return tab.Flush()
}

// presetTable returns a Markdown table of the options of a game, or of those named, with one column per preset.
func presetTable(g *catalog.GameType, only ...string) string {
	var v table.View[int]
	var rows []int // numbers of options
	var all options.List
	v.Add(func(i *int) []string { return []string{"`--" + all[*i].Name + "`"} }, "option")
	for _, name := range g.Presets {
		r, err := g.Preset(name)
		if err != nil {
			panic("rummygym: a listed preset is unknown: " + err.Error())
		}
		all = r.Options()
		v.Add(func(i *int) []string { return []string{r.Options()[*i].String()} }, "`"+name+"`")
	}
	v.Add(func(i *int) []string { return []string{all[*i].Help()} }, "meaning")
	for i, o := range all {
		if len(only) == 0 || slices.Contains(only, o.Name) {
			rows = append(rows, i)
		}
	}
	return v.Markdown(rows)
}
