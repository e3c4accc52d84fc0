package offline

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Random streams of a seed.
const (
	blockStream = 0x626c6f636b // "block"
	groupStream = 0x67726f7570 // "group"
	gameStream  = 0x67616d65   // "game"
	epochStream = 0x65706f6368 // "epoch"
)

// reader reads the blocks of a source, in random order, a new one in each epoch, or in the order of the files. It
// reads ahead.
type reader struct {
	source  *Source
	seed    uint64
	side    part
	ordered bool         // in the order of the files
	once    bool         // whether to stop after the epoch
	ahead   int          // number of blocks to read at once
	makers  chan []Maker // one for each goroutine that reads
	flights []*flight    // in order
	spare   []*Rows
	blocks  []int // order of the blocks in the last epoch begun
}

// flight is a block being read.
type flight struct {
	at     Position
	rows   *Rows
	others int
	done   chan error
}

func (s *Source) newReader(seed uint64, workers int, side part) (*reader, error) {
	r := &reader{source: s, seed: seed, side: side, ahead: workers, makers: make(chan []Maker, workers)}
	for range workers {
		makers, err := s.makers()
		if err != nil {
			return nil, err
		}
		r.makers <- makers
	}
	return r, nil
}

// after returns the position of the block after the one at a position.
func (r *reader) after(at Position) Position {
	if at.Block+1 == len(r.source.blocks) {
		return Position{Epoch: at.Epoch + 1}
	}
	return Position{Epoch: at.Epoch, Block: at.Block + 1}
}

// read returns the samples of the block at a position, which the caller must recycle, and
// the number of decisions on the other side. Positions must be consecutive.
func (r *reader) read(at Position) (rows *Rows, others int, err error) {
	r.launch(at)
	f := r.flights[0]
	if err := <-f.done; err != nil {
		f.done <- nil // for wait
		return nil, 0, err
	}
	r.flights = slices.Delete(r.flights, 0, 1)
	r.launch(r.after(at))
	return f.rows, f.others, nil
}

// recycle takes rows that are no longer used.
func (r *reader) recycle(rows ...*Rows) { r.spare = append(r.spare, rows...) }

// launch starts reading the block at a position and those after it, as many as to read ahead.
func (r *reader) launch(at Position) {
	if n := len(r.flights); n > 0 {
		at = r.after(r.flights[n-1].at)
	}
	for ; len(r.flights) < r.ahead && !(r.once && at.Epoch > 0); at = r.after(at) {
		if at.Block == 0 || r.blocks == nil {
			r.blocks = r.blocks[:0]
			for i := range r.source.blocks {
				r.blocks = append(r.blocks, i)
			}
			if !r.ordered {
				shuffle(r.blocks, game.Seed(r.seed, blockStream, uint64(at.Epoch)))
			}
		}
		f := &flight{at: at, rows: &Rows{pack: &r.source.pack}, done: make(chan error, 1)}
		if n := len(r.spare); n > 0 {
			f.rows, r.spare = r.spare[n-1], r.spare[:n-1]
			f.rows.cut(0)
		}
		r.flights = append(r.flights, f)
		number := r.blocks[at.Block]
		go func() {
			makers := <-r.makers
			var err error
			f.others, err = r.source.load(f.rows, number, r.side, game.Seed(r.seed, gameStream, uint64(f.at.Epoch)), makers)
			r.makers <- makers
			f.done <- err
		}()
	}
}

// wait waits for the blocks being read.
func (r *reader) wait() {
	for _, f := range r.flights {
		<-f.done
	}
	r.flights = nil
}

// all calls visit with the samples of every block, once, and the number of decisions on the other side.
func (r *reader) all(ctx context.Context, visit func(rows *Rows, others int)) error {
	defer r.wait()
	r.once = true
	for at := (Position{}); at.Epoch == 0; at = r.after(at) {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, others, err := r.read(at)
		if err != nil {
			return err
		}
		visit(rows, others)
		r.recycle(rows)
	}
	return nil
}

// Survey is the result of reading a source once.
type Survey struct {
	Training int64 // decisions to learn from, including those that a [Maker] leaves out
	HeldOut  int64 // held-out decisions
	Rows     *Rows // held-out decisions: all, or the first in a random order of the files' batches
}

// errNothing is the error of a source without decisions to learn from.
var errNothing = errors.New("no decision is selected, or all games with one are held out")

// Survey reads the whole source, so that damage is found before training. It counts the
// decisions and keeps at most the given number of held-out ones.
func (s *Source) Survey(ctx context.Context, most, workers int) (*Survey, error) {
	r, err := s.newReader(s.config.Split.Seed, workers, heldOut)
	if err != nil {
		return nil, err
	}
	v := &Survey{Rows: &Rows{pack: &s.pack}}
	err = r.all(ctx, func(rows *Rows, others int) {
		v.Training += int64(others)
		v.HeldOut += int64(rows.Len())
		rows.cut(min(rows.Len(), most-v.Rows.Len()))
		v.Rows.join(rows)
	})
	if err == nil && v.Training == 0 {
		err = errNothing
	}
	return v, err
}

// Load reads the whole source into memory, in the order of the files.
func (s *Source) Load(ctx context.Context, workers int) (training, held *Rows, err error) {
	training, held = &Rows{pack: &s.pack}, &Rows{pack: &s.pack}
	for side, to := range map[part]*Rows{learned: training, heldOut: held} {
		r, err := s.newReader(0, workers, side)
		if err != nil {
			return nil, nil, err
		}
		r.ordered = true
		if err := r.all(ctx, func(rows *Rows, _ int) { to.join(rows) }); err != nil {
			return nil, nil, err
		}
	}
	return training, held, nil
}

// shuffle shuffles s in an order derived from the seed.
func shuffle[T any](s []T, seed uint64) {
	src := rand.NewPCG(seed, 0)
	for i := len(s) - 1; i > 0; i-- {
		j := card.Below(src, uint64(i+1))
		s[i], s[j] = s[j], s[i]
	}
}
