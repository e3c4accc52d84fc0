package discard

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/features/afterstate"
	"rummygym/train/offline"
)

// Config is the settings of [Read].
type Config struct {
	Split   offline.Split // validation rows are the held-out ones
	Average bool          // rows with equal states become one, see [Average]
	Rows    int           // at most this number of rows is read; 0: all
}

// Data is the rows of one or more datasets.
type Data struct {
	Training, Validation []Row
	Read                 int // rows read
	Merged               int // rows that Average merged into others
}

// read is the groups of fields that Read needs: the others follow from them.
const read = afterstate.DiscardHand | afterstate.DiscardBelief | afterstate.DiscardMacros

// Read reads the rows of datasets into memory, in their order. The datasets must be of Gin
// Rummy, with the fields hand_matrix, belief_matrix and macros after the action, and with
// scores.
func Read(ctx context.Context, ds []*datasets.Dataset, c Config) (*Data, error) {
	if len(ds) == 0 {
		return nil, errors.New("discard: no dataset")
	}
	if err := c.Split.Validate(); err != nil {
		return nil, fmt.Errorf("discard: %w", err)
	}
	if c.Rows < 0 {
		return nil, fmt.Errorf("discard: %d rows: want at least 1, or 0 for all", c.Rows)
	}
	all := &Data{}
	for _, d := range ds {
		if err := all.read(ctx, d, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
	}
	if c.Average {
		all.Training, all.Validation = Average(all.Training), Average(all.Validation)
		all.Merged = all.Read - len(all.Training) - len(all.Validation)
	}
	return all, nil
}

// read appends the rows of a dataset.
func (x *Data) read(ctx context.Context, d *datasets.Dataset, c *Config) error {
	at, err := places(d.Meta())
	if err != nil {
		return err
	}
	values := make([]float32, d.Meta().AfterLayout().Size())
	for b, err := range d.Batches() {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range b.Rows() {
			if c.Rows > 0 && x.Read == c.Rows {
				return nil
			}
			b.After(values, i)
			r := Row{Score: b.Score[i]}
			copy(r.Belief[:], values[at.belief:])
			err := errors.Join(r.SetHand(values[at.hand:][:len(r.Belief)]), r.setMacros(values[at.macros:][:len(r.Macros)]), r.finite())
			if err != nil {
				return fmt.Errorf("row %d of episode %d: %w", b.Step[i], b.Episode[i], err)
			}
			x.Read++
			if c.Split.HeldOut(b.Seed[i], b.Deal[i]) {
				x.Validation = append(x.Validation, r)
			} else {
				x.Training = append(x.Training, r)
			}
		}
	}
	return nil
}

// fields is the places of the fields of a row among those after an action.
type fields struct{ hand, belief, macros int }

// places returns the places, or an error if the dataset is not one that Read reads.
func places(m *datasets.Meta) (at fields, err error) {
	const mend = `want a dataset of "rummygym collect --recipe simple" or another recipe`
	if m.Game != "gin" {
		return at, fmt.Errorf("the dataset is of the game %s: want gin", m.Game)
	}
	if m.Rows == datasets.AllRows {
		return at, errors.New("the dataset has no column score: " + mend)
	}
	x, err := afterstate.NewDiscards(read, nil)
	if err != nil {
		return at, err
	}
	have := m.AfterLayout()
	for i, f := range x.Layout() {
		k := slices.IndexFunc(have, func(g game.Field) bool { return g.Name == f.Name && slices.Equal(g.Shape, f.Shape) })
		if k < 0 {
			return at, fmt.Errorf("the dataset has no field %s of shape %v after the action, only %q: %s", f.Name, f.Shape, m.AfterFields, mend)
		}
		*[]*int{&at.hand, &at.belief, &at.macros}[i] = have[:k].Size()
	}
	return at, nil
}
