package record

import (
	"fmt"

	"github.com/spf13/pflag"

	"rummygym"
	"rummygym/datasets"
	"rummygym/datasets/collect"
)

// rowFlags holds the flags of the rows that the columns of a dataset depend on.
type rowFlags struct {
	rows, after string
	bestOf      int
}

// register adds the flags to a set.
func (f *rowFlags) register(fs *pflag.FlagSet) {
	d := collect.DefaultConfig()
	fs.StringVar(&f.rows, "rows", d.Rows.String(), "decisions that have a row: all, plays, or last-play of each player")
	fs.StringVar(&f.after, "after", rummygym.NoFields, "comma-separated groups of fields after the action, or none; what they encode is a play")
	fs.IntVar(&f.bestOf, "best-of", d.BestOf, "number of attempts at each deal, of which the best for the agent named first is recorded")
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
