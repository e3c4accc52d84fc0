package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rummygym/cmd/internal/catalog"
)

// newRulesCommand returns the command that prints rules.
func newRulesCommand() *cobra.Command {
	var flags ruleFlags
	format := formatFlag{allowed: []string{"text", "json", "markdown"}}
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Print the rules that --preset and the flags beside it make",
		Long: `rules prints every option of the rules of a game as the flags leave it, with the
words and numbers that it may have. The same flags choose the rules of tournament,
collect and dataset schema. As markdown it prints all presets side by side.`,
		Example: `  rummygym rules --preset club --seats 4
  rummygym rules --preset released --format json
  rummygym rules --game gin --preset classic --episode hand`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := flags.rules()
			if err != nil {
				return err
			}
			return printRules(cmd.OutOrStdout(), r, format.value())
		},
	}
	format.register(cmd.Flags())
	flags.register(cmd)
	return cmd
}

// printRules writes the rules r as a table for reading, as one JSON object, or
// as the markdown table of all presets.
func printRules(w io.Writer, r catalog.Rules, format string) error {
	switch format {
	case "json":
		return json.NewEncoder(w).Encode(catalog.Values(r))
	case "markdown":
		_, err := io.WriteString(w, presetTable(r.Rummy()))
		return err
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, o := range r.Options() {
		fmt.Fprintf(tab, "--%s\t%s\t%s\n", o.Name, o.Text(), o.Help())
	}
	return tab.Flush()
}

// presetTable returns all options of all presets of a game as a markdown table.
func presetTable(g *catalog.Rummy) string {
	var head, line, body strings.Builder
	head.WriteString("| option |")
	line.WriteString("|---|")
	var presets [][]catalog.Option
	for _, name := range g.Presets {
		r, err := g.Preset(name)
		if err != nil {
			panic("rummygym: a listed preset is unknown: " + err.Error())
		}
		presets = append(presets, r.Options())
		fmt.Fprintf(&head, " `%s` |", name)
		line.WriteString("---|")
	}
	for i, o := range presets[0] {
		fmt.Fprintf(&body, "| `--%s` |", o.Name)
		for _, p := range presets {
			fmt.Fprintf(&body, " %s |", p[i].Text())
		}
		fmt.Fprintf(&body, " %s |\n", o.Help())
	}
	return head.String() + " meaning |\n" + line.String() + "---|\n" + body.String()
}
