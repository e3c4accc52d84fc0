package offline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/env/game"
)

// Order is the settings of shuffling.
type Order struct {
	Seed    uint64
	Buffer  int // decisions shuffled together, at least 1; a buffer ends with a batch of the files
	Workers int // goroutines that read, at least 1; the order does not depend on it
}

// Validate returns an error for the first setting that is out of range.
func (o *Order) Validate() error {
	if o.Buffer < 1 {
		return fmt.Errorf("buffer of %d decisions: want at least 1", o.Buffer)
	}
	if o.Workers < 1 {
		return fmt.Errorf("%d workers: want at least 1", o.Workers)
	}
	return nil
}

// Position is the position of a stream: before decision Row of the buffer that begins with
// block Block, in the order of the epoch.
type Position struct {
	Epoch int64
	Block int
	Row   int
}

// Batch is a number of decisions in training order.
type Batch struct {
	Samples []Sample
	Inputs  []float32 // [n, inputs of the network], unscaled
	Epoch   int64     // of the decisions, from 0
}

// View computes what a network takes from rows. It presents each row several times in an epoch.
type View struct {
	Size   int // number of inputs of the network
	Turns  int // number of presentations
	Inputs func(dst, row []float32, turn int)
}

// Stream yields the decisions of the training side of a source endlessly, each once per
// epoch, or once for each turn of a [View]. It is not safe for concurrent use, and must be closed.
type Stream struct {
	name  string // equal for streams of equal decisions in equal order
	open  func(at Position) error
	close func()

	// fill sets a buffer, in place of the last one, to the rows from a position. It returns the position after them.
	fill  func(last []*Rows, at Position) (rows []*Rows, next Position, err error)
	seed  func(at Position) uint64 // of the order of a buffer
	view  *View
	turns int       // of the view, or 1
	row   []float32 // that the view takes
	size  int       // inputs of a decision
	rows  int       // presentations of an epoch if the rows are in memory, 0 otherwise

	buffer []*Rows
	order  []place
	begun  bool     // whether there is a buffer
	found  int      // decisions of the epoch so far
	whole  bool     // whether those are counted from its beginning
	at     Position // of the next decision
	next   Position // of the buffer after this one
	err    error
}

// place is the location of a decision in a buffer: of the row times the number of turns, plus the turn.
type place struct{ rows, row int32 }

// errClosed is the error of a closed stream.
var errClosed = errors.New("the stream is closed")

// Stream returns a stream that starts at a position: the zero Position, or a position of a
// stream with the same order from a source with the same [Source.Fingerprint].
func (s *Source) Stream(o Order, from Position) (*Stream, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	st := &Stream{
		name: fmt.Sprintf("%s, seed %d, buffer %d", s.Fingerprint(), o.Seed, o.Buffer), size: s.pack.width, turns: 1, close: func() {},
		seed: func(at Position) uint64 { return game.Seed(o.Seed, groupStream, uint64(at.Epoch), uint64(at.Block)) },
	}
	st.open = func(from Position) error {
		if from.Epoch < 0 || from.Block < 0 || from.Block >= len(s.blocks) || from.Row < 0 {
			return fmt.Errorf("position %+v in %d batches of the files: the position belongs to other data", from, len(s.blocks))
		}
		r, err := s.newReader(o.Seed, o.Workers, learned)
		if err != nil {
			return err
		}
		st.close = r.wait
		st.fill = func(rows []*Rows, at Position) ([]*Rows, Position, error) {
			r.recycle(rows...)
			rows, n, epoch := rows[:0], 0, at.Epoch
			for n < o.Buffer && at.Epoch == epoch {
				more, _, err := r.read(at)
				if err != nil {
					return rows, at, err
				}
				rows, n, at = append(rows, more), n+more.Len(), r.after(at)
			}
			r.ahead = max(o.Workers, len(rows)) // the next buffer, during this one
			return rows, at, nil
		}
		return nil
	}
	return st, st.Seek(from)
}

// Stream returns a stream over rows in memory, which it does not change: each epoch is a uniform permutation of all
// presentations by a view. name identifies the rows.
func (r *Rows) Stream(name string, seed uint64, v *View) (*Stream, error) {
	switch {
	case r.Len() == 0:
		return nil, errNothing
	case r.Len() > math.MaxInt32/v.Turns:
		return nil, fmt.Errorf("%d rows: want at most %d", r.Len(), math.MaxInt32/v.Turns)
	}
	st := &Stream{
		name: fmt.Sprintf("%s, seed %d, %d turns", name, seed, v.Turns),
		view: v, turns: v.Turns, row: make([]float32, r.pack.width), size: v.Size, rows: r.Len() * v.Turns, close: func() {},
		seed: func(at Position) uint64 { return game.Seed(seed, epochStream, uint64(at.Epoch)) },
		fill: func(_ []*Rows, at Position) ([]*Rows, Position, error) {
			return []*Rows{r}, Position{Epoch: at.Epoch + 1}, nil
		},
	}
	st.open = func(from Position) error {
		if from.Epoch < 0 || from.Block != 0 || from.Row < 0 {
			return fmt.Errorf("position %+v in memory: the position belongs to other data", from)
		}
		return nil
	}
	return st, st.Seek(Position{})
}

// Seek moves to a position of a stream of the same decisions in the same order.
func (st *Stream) Seek(to Position) error {
	st.close()
	st.close = func() {}
	st.buffer, st.order, st.begun = nil, st.order[:0], false
	st.at, st.next, st.whole, st.found = to, Position{Epoch: to.Epoch, Block: to.Block}, to == Position{}, 0
	st.err = st.open(to)
	return st.err
}

// Close stops reading and waits until it has stopped.
func (st *Stream) Close() {
	if st.err == nil {
		st.err = errClosed
	}
	st.close()
}

// Steps returns the number of batches of a size in an epoch over rows in memory.
func (st *Stream) Steps(size int) int64 { return int64((st.rows + size - 1) / size) }

// Position returns the current position.
func (st *Stream) Position() Position { return st.at }

// Next sets b to the next n decisions, or fewer at the end of an epoch, but at least one.
func (st *Stream) Next(b *Batch, n int) error {
	b.Samples, b.Inputs = b.Samples[:0], slices.Grow(b.Inputs[:0], n*st.size)[:n*st.size]
	for len(b.Samples) < n {
		if !st.begun || st.at.Row == len(st.order) {
			if st.begun && st.next.Block == 0 && len(b.Samples) > 0 {
				break
			}
			if err := st.advance(); err != nil {
				return err
			}
			continue
		}
		p := st.order[st.at.Row]
		rows, row, inputs := st.buffer[p.rows], int(p.row)/st.turns, b.Inputs[len(b.Samples)*st.size:][:st.size]
		if st.view == nil {
			rows.Inputs(inputs, row)
		} else {
			rows.Inputs(st.row, row)
			st.view.Inputs(inputs, st.row, int(p.row)%st.turns)
		}
		b.Samples = append(b.Samples, rows.Samples[row])
		st.at.Row++
	}
	b.Epoch = st.at.Epoch
	b.Inputs = b.Inputs[:len(b.Samples)*st.size]
	return nil
}

// advance moves to the next buffer.
func (st *Stream) advance() error {
	if st.err != nil {
		return st.err
	}
	begins := st.next
	if st.buffer, st.next, st.err = st.fill(st.buffer, begins); st.err != nil {
		return st.err
	}
	st.order = st.order[:0]
	for k, rows := range st.buffer {
		for i := range rows.Len() * st.turns {
			st.order = append(st.order, place{int32(k), int32(i)})
		}
	}
	shuffle(st.order, st.seed(begins))
	if st.found += len(st.order); st.next.Block == 0 {
		if st.found == 0 && st.whole {
			st.err = errNothing
			return st.err
		}
		st.found, st.whole = 0, true
	}
	if st.begun {
		st.at = begins
	} else if st.at.Row > len(st.order) {
		st.err = fmt.Errorf("position %+v is beyond the %d decisions of its buffer: the position belongs to other data", st.at, len(st.order))
	}
	st.begun = true
	return st.err
}
