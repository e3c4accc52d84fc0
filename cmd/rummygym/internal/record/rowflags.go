package record

import (
	"fmt"

	"rummygym"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/options"
)

// rowFlags holds the flags of the rows that the columns of a dataset depend on.
type rowFlags struct {
	rows, after string
	bestOf      int
}

// Options returns the options.
func (f *rowFlags) Options() options.List {
	d := collect.DefaultConfig()
	f.rows = d.Rows.String()
	f.after = rummygym.NoFields
	f.bestOf = d.BestOf
	return options.List{
		options.New(&f.rows, "rows", "decisions that have a row: all, plays, or last-play of each player").Offers("all", "plays", "last-play"),
		options.New(&f.after, "after", "comma-separated groups of fields after the action, or none; what they encode is a play"),
		options.New(&f.bestOf, "best-of", "number of attempts at each deal, of which the best for the agent named first is recorded").Range(1, 1_000_000),
	}
}

// set sets the flags' part of a Config, whose Table is set.
func (f *rowFlags) set(c *collect.Config) (err error) {
	if c.Rows, err = datasets.ParseRows(f.rows); err != nil {
		return fmt.Errorf("--rows: %w", err)
	}
	c.BestOf = f.bestOf
	if f.after == rummygym.NoFields {
		return nil
	}
	if err := rummygym.SetAfter(&c.Table, f.after); err != nil {
		return fmt.Errorf("--after: %w", err)
	}
	return nil
}
