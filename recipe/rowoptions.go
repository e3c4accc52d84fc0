package recipe

import (
	"fmt"

	"rummygym"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/options"
)

// RowOptions are the options of the rows that the columns of a dataset depend on.
type RowOptions struct {
	Rows   string `option:"rows" complete:"all|plays|last-play" doc:"decisions that have a row: all, plays, or last-play (the last of each player)"`
	After  string `option:"after" doc:"comma-separated groups of fields to record after the action, or none; actions with such fields are plays"`
	BestOf int    `option:"best-of" range:"1:1000000" doc:"number of attempts at each deal; the attempt in which the agent named first gains most is recorded"`
}

// Options returns the options, with their defaults.
func (f *RowOptions) Options() options.List {
	d := collect.DefaultConfig()
	f.Rows, f.After, f.BestOf = d.Rows.String(), rummygym.NoFields, d.BestOf
	return options.Bind(f)
}

// Set sets the options' part of a Config, whose Table is set.
func (f *RowOptions) Set(c *collect.Config) (err error) {
	if c.Rows, err = datasets.ParseRows(f.Rows); err != nil {
		return fmt.Errorf("--rows: %w", err)
	}
	c.BestOf = f.BestOf
	if f.After == rummygym.NoFields {
		return nil
	}
	if err := rummygym.SetAfter(&c.Table, f.After); err != nil {
		return fmt.Errorf("--after: %w", err)
	}
	return nil
}
