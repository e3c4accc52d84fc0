package discard

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"rummygym/datasets"
	"rummygym/env/card"
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

// State is the hand that a discard leaves, as truong2021datadriven describes it, without the
// interaction terms, which follow from the hand. The rows of the matrices are clubs, hearts,
// spades and diamonds, the columns ace to king.
type State struct {
	Hand   [card.NumSuits]uint16   // matrix x: bit r of row i is 1 if the hand has the card of rank r, from 0 for the ace
	Macros [4]uint8                // vector m: runs, sets, deadwood, hit count
	Belief [card.NumSuited]float32 // matrix o, row by row
}

// Row is a state and the score that followed, in points.
type Row struct {
	State
	Score float32
}

// SetHand sets the hand to a matrix of zeros and ones, row by row.
func (s *State) SetHand(matrix []float32) error {
	if len(matrix) != card.NumSuited {
		return fmt.Errorf("a hand of %d entries: want %d", len(matrix), card.NumSuited)
	}
	s.Hand = [card.NumSuits]uint16{}
	for i, v := range matrix {
		if v != 0 && v != 1 {
			return fmt.Errorf("entry %d of the hand is %v: want 0 or 1", i, v)
		}
		s.Hand[i/card.NumRanks] |= uint16(v) << (i % card.NumRanks)
	}
	return nil
}

// setMacros sets the macro-features.
func (s *State) setMacros(m []float32) error {
	for i, v := range m {
		if s.Macros[i] = uint8(v); !(v >= 0 && v <= math.MaxUint8) || float32(s.Macros[i]) != v {
			return fmt.Errorf("entry %d of the macro-features is %v: want a whole number from 0 to %d", i, v, math.MaxUint8)
		}
	}
	return nil
}

// finite returns an error if a number of the row is NaN or infinite.
func (r *Row) finite() error {
	bad := func(v float32) bool { return math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) }
	if i := slices.IndexFunc(r.Belief[:], bad); i >= 0 {
		return fmt.Errorf("entry %d of the belief is %v: want a finite number", i, r.Belief[i])
	}
	if bad(r.Score) {
		return fmt.Errorf("the score is %v: want a finite number", r.Score)
	}
	return nil
}

// Average merges rows with equal states into one with their mean score
// (truong2021datadriven, "The Data"), which stands where the first of them stood. It reuses
// the memory of rows. No number may be NaN.
func Average(rows []Row) []Row {
	// The map holds hashes, because it would copy states. A state is under its hash or, if
	// another state is there, under the next free number.
	seed, places := maphash.MakeSeed(), make(map[uint64]int, len(rows))
	var sums []float64
	var counts []int
	kept := rows[:0]
	for _, r := range rows {
		for h := maphash.Comparable(seed, r.State); ; h++ {
			i, taken := places[h]
			if !taken {
				places[h] = len(kept)
				kept, sums, counts = append(kept, r), append(sums, float64(r.Score)), append(counts, 1)
				break
			}
			if kept[i].State == r.State {
				sums[i] += float64(r.Score)
				counts[i]++
				break
			}
		}
	}
	for i := range kept {
		kept[i].Score = float32(sums[i] / float64(counts[i]))
	}
	clear(rows[len(kept):])
	return kept
}
