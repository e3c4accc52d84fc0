package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
)

func newDatasetSchemaCommand() *cobra.Command {
	var flags ruleFlags
	var fields string
	format := formatFlag{allowed: []string{"markdown", "json"}}
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the columns that collect writes with these rules and fields",
		Example: `  rummygym dataset schema
  rummygym dataset schema --preset club --seats 4 --fields cards-and-counts,distance --format json
  rummygym dataset schema --game gin`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rules, err := flags.rules()
			if err != nil {
				return err
			}
			t, err := datasetTable(rules, fields)
			if err != nil {
				return fmt.Errorf("--fields: %w", err)
			}
			columns := datasets.Columns(t.NewEncoder().Layout(), t.Game.NumActions())
			if format.value() == "json" {
				return writeDatasetColumns(cmd.OutOrStdout(), columns)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), datasets.Markdown(columns))
			return err
		},
	}
	cmd.Flags().StringVar(&fields, "fields", catalog.AllFields, "groups of observation fields, parted by commas, or none")
	format.register(cmd.Flags())
	flags.register(cmd)
	return cmd
}

// writeDatasetColumns writes the columns as one JSON array.
func writeDatasetColumns(w io.Writer, columns []datasets.Column) error {
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
