package offline

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/game"
)

// Order is the settings of shuffling.
type Order struct {
	Seed    uint64
	Buffer  int // decisions shuffled together, at least 1; a buffer ends with a batch of the files
	Workers int // goroutines that read, at least 1; the order does not depend on it
}

// DefaultBuffer is a buffer size that suits datasets of this project.
const DefaultBuffer = 65536

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
	Inputs  []float32 // [n, Layout], unscaled
	Epoch   int64     // of the decisions, from 0
}

// Stream yields the decisions of the training side of a source endlessly, each once per
// epoch. It is not safe for concurrent use, and must be closed.
type Stream struct {
	source *Source
	order  Order
	groups chan *group   // filled
	free   chan *group   // to be filled
	done   chan struct{} // closed by Close
	ended  chan struct{} // closed when the goroutine has ended
	now    *group
	at     Position // of the next decision
	err    error
}

// group is a buffer of decisions.
type group struct {
	rows  []*Rows  // of each block
	at    Position // of its first decision
	last  bool     // in its epoch
	order []place
	err   error
}

// place is the location of a decision in a group.
type place struct{ rows, row int32 }

// Stream returns a stream that starts at a position: the zero Position, or a position of a
// stream with the same order from a source with the same [Source.Fingerprint].
func (s *Source) Stream(o Order, from Position) (*Stream, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if from.Epoch < 0 || from.Block < 0 || from.Block >= len(s.blocks) || from.Row < 0 {
		return nil, fmt.Errorf("position %+v in %d batches of the files: the position belongs to other data", from, len(s.blocks))
	}
	r, err := s.newReader(o.Seed, o.Workers, training)
	if err != nil {
		return nil, err
	}
	st := &Stream{
		source: s, order: o, at: from,
		groups: make(chan *group), free: make(chan *group, 2), done: make(chan struct{}), ended: make(chan struct{}),
	}
	for range 2 {
		st.free <- &group{}
	}
	go st.fill(r, Position{Epoch: from.Epoch, Block: from.Block})
	return st, nil
}

// Close stops reading and waits until it has stopped.
func (st *Stream) Close() {
	if st.err == nil {
		st.err = errors.New("the stream is closed")
		close(st.done)
	}
	<-st.ended
}

// Position returns the current position.
func (st *Stream) Position() Position { return st.at }

// Next sets b to the next n decisions, or fewer at the end of an epoch, but at least one.
func (st *Stream) Next(b *Batch, n int) error {
	width := st.source.pack.width
	b.Samples, b.Inputs = b.Samples[:0], slices.Grow(b.Inputs[:0], n*width)[:n*width]
	for len(b.Samples) < n {
		if st.now == nil || st.at.Row == len(st.now.order) {
			if st.now != nil && st.now.last && len(b.Samples) > 0 {
				break
			}
			if err := st.advance(); err != nil {
				return err
			}
			continue
		}
		p := st.now.order[st.at.Row]
		rows := st.now.rows[p.rows]
		rows.Inputs(b.Inputs[len(b.Samples)*width:][:width], int(p.row))
		b.Samples = append(b.Samples, rows.Samples[p.row])
		st.at.Row++
	}
	b.Epoch = st.at.Epoch
	b.Inputs = b.Inputs[:len(b.Samples)*width]
	return nil
}

// advance moves to the next group.
func (st *Stream) advance() error {
	if st.err != nil {
		return st.err
	}
	first := st.now == nil
	if !first {
		st.free <- st.now
	}
	st.now = <-st.groups
	switch {
	case st.now.err != nil:
		st.err = st.now.err
	case !first:
		st.at = st.now.at
	case st.at.Row > len(st.now.order):
		st.err = fmt.Errorf("position %+v is beyond the %d decisions of its buffer: the position belongs to other data", st.at, len(st.now.order))
	}
	if st.err != nil {
		close(st.done)
	}
	return st.err
}

// fill fills groups until the stream is closed or an error occurs.
func (st *Stream) fill(r *reader, at Position) {
	defer close(st.ended)
	defer r.wait()
	found := 0 // decisions of the epoch so far
	whole := at == Position{}
	for {
		var g *group
		select {
		case g = <-st.free:
		case <-st.done:
			return
		}
		g.at = at
		at, g.err = st.group(g, r)
		found += len(g.order)
		if g.last {
			if found == 0 && whole && g.err == nil {
				g.err = errors.New("no decision is selected, or all games with one are held out")
			}
			found, whole = 0, true
		}
		select {
		case st.groups <- g:
		case <-st.done:
			return
		}
		if g.err != nil {
			return
		}
	}
}

// group fills g and returns the position of the next group.
func (st *Stream) group(g *group, r *reader) (next Position, err error) {
	r.recycle(g.rows...)
	g.rows, g.order = g.rows[:0], g.order[:0]
	at := g.at
	for g.last = false; len(g.order) < st.order.Buffer && !g.last; {
		rows, _, err := r.read(at)
		if err != nil {
			return at, err
		}
		for i := range rows.Len() {
			g.order = append(g.order, place{int32(len(g.rows)), int32(i)})
		}
		g.rows = append(g.rows, rows)
		at = r.after(at)
		g.last = at.Block == 0
	}
	shuffle(g.order, game.Seed(st.order.Seed, groupStream, uint64(g.at.Epoch), uint64(g.at.Block)))
	return at, nil
}
