package commands

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
	"rummygym/internal/options"
)

// newDatasetSchemaCommand returns the command dataset schema.
func newDatasetSchemaCommand() *cobra.Command {
	var flags catalog.RuleOptions
	var fields string
	var results bool
	format := cli.Format{Allowed: []string{"markdown", "json"}}
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the columns that collect writes for given rules and fields",
		Example: `  rummygym dataset schema
  rummygym dataset schema --preset club --seats 4 --fields cards-and-counts,distance --format json
  rummygym dataset schema --game gin
  rummygym dataset schema --results`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rules, err := flags.Rules()
			if err != nil {
				return err
			}
			c := collect.DefaultConfig()
			if c.Table, err = open.NewTable(rules, fields); err != nil {
				return fmt.Errorf("--fields: %w", err)
			}
			m, err := c.Meta()
			if err != nil {
				return cli.Usage(err)
			}
			columns := datasets.Columns(m)
			if results {
				columns = datasets.ResultColumns(m)
			}
			if format.Value() == "json" {
				return writeColumns(cmd.OutOrStdout(), columns)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), datasets.Markdown(columns))
			return err
		},
	}
	fields = catalog.DefaultFields
	cli.AddOptions(cmd,
		options.New(&fields, "fields", "comma-separated groups of observation fields, default, all, or none").In("Network"),
		options.New(&results, "results", "print the columns of the results, which have one row for each seat of each game, instead of the columns of the decisions"),
	)
	cli.AddOptions(cmd, format.Options()...)
	cli.AddOptions(cmd, flags.Options()...)
	cli.HideRules(cmd)
	return cmd
}

// writeColumns writes the columns as one JSON array.
func writeColumns(w io.Writer, columns []datasets.Column) error {
	type column struct {
		Name  string   `json:"name"`
		Type  string   `json:"type"`
		Shape []int    `json:"shape"`
		Low   *float64 `json:"low,omitempty"`
		High  *float64 `json:"high,omitempty"`
		Doc   string   `json:"doc"`
	}
	list := make([]column, len(columns))
	for i, c := range columns {
		list[i] = column{Name: c.Name, Type: c.TypeName(), Shape: c.Shape(), Doc: c.Doc}
		if c.Field != nil {
			list[i].Low, list[i].High = &c.Field.Low, &c.Field.High
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(list)
}
