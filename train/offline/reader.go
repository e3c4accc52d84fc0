package offline

import (
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
)

// reader reads the blocks of a source in random order, a new one in each epoch, and reads
// ahead.
type reader struct {
	source  *Source
	seed    uint64
	side    part
	workers int
	makers  chan []Maker // one for each worker
	flights []*flight    // in order
	spare   []*Rows
	blocks  []int // order of the blocks in the last epoch begun
	once    bool  // whether to stop after the epoch
}

// flight is a block being read.
type flight struct {
	at     Position
	rows   *Rows
	others int
	done   chan error
}

func (s *Source) newReader(seed uint64, workers int, side part) (*reader, error) {
	r := &reader{source: s, seed: seed, side: side, workers: workers, makers: make(chan []Maker, workers)}
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
	return f.rows, f.others, nil
}

// recycle takes rows that are no longer used.
func (r *reader) recycle(rows ...*Rows) { r.spare = append(r.spare, rows...) }

// launch starts reading the block at a position and the following ones, as many as there
// are workers.
func (r *reader) launch(at Position) {
	if n := len(r.flights); n > 0 {
		at = r.after(r.flights[n-1].at)
	}
	for ; len(r.flights) < r.workers && !(r.once && at.Epoch > 0); at = r.after(at) {
		if at.Block == 0 || r.blocks == nil {
			r.blocks = r.blocks[:0]
			for i := range r.source.blocks {
				r.blocks = append(r.blocks, i)
			}
			shuffle(r.blocks, game.Seed(r.seed, blockStream, uint64(at.Epoch)))
		}
		f := &flight{at: at, rows: &Rows{pack: &r.source.pack}, done: make(chan error, 1)}
		if n := len(r.spare); n > 0 {
			f.rows, r.spare = r.spare[n-1], r.spare[:n-1]
			f.rows.reset()
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
}

// shuffle shuffles s in an order derived from the seed.
func shuffle[T any](s []T, seed uint64) {
	src := rand.NewPCG(seed, 0)
	for i := len(s) - 1; i > 0; i-- {
		j := card.Below(src, uint64(i+1))
		s[i], s[j] = s[j], s[i]
	}
}

// Sample is a recorded decision, without its inputs.
type Sample struct {
	Legal       game.Mask
	Probability float64 // with which the action was chosen, in (0, 1]
	Episode     int64   // number in its dataset
	Gain        float32 // points that the player to move gained from here to the end
	Step        int32   // number of the decision in the episode, from 0
	Action      game.Action
	Agent       int16 // index in Source.Agents of the agent that decided
	Phase       int8  // index in Source.Phases
	Player      int8  // seat of the player to move
	Won         bool  // whether the player to move won the game
}

// Rows is samples with their packed inputs.
type Rows struct {
	Samples []Sample
	pack    *packing
	data    []byte
}

// Len returns the number of samples.
func (r *Rows) Len() int { return len(r.Samples) }

// Inputs sets dst to the unscaled inputs of sample i.
func (r *Rows) Inputs(dst []float32, i int) {
	r.pack.unpack(dst, r.data[i*r.pack.size:(i+1)*r.pack.size])
}

// append appends a sample.
func (r *Rows) append(s Sample, inputs []float32) (err error) {
	if r.data, err = r.pack.append(r.data, inputs); err != nil {
		return err
	}
	r.Samples = append(r.Samples, s)
	return nil
}

// join appends the samples of o.
func (r *Rows) join(o *Rows) {
	r.Samples = append(r.Samples, o.Samples...)
	r.data = append(r.data, o.data...)
}

// grow makes room for n more samples.
func (r *Rows) grow(n int) {
	if need := len(r.Samples) + n; need > cap(r.Samples) {
		r.Samples = append(make([]Sample, 0, need), r.Samples...)
	}
	if need := len(r.data) + n*r.pack.size; need > cap(r.data) {
		r.data = append(make([]byte, 0, need), r.data...)
	}
}

// reset removes all samples but keeps the memory.
func (r *Rows) reset() { r.Samples, r.data = r.Samples[:0], r.data[:0] }

// cut removes all but the first n samples.
func (r *Rows) cut(n int) {
	r.Samples, r.data = r.Samples[:n], r.data[:n*r.pack.size]
}
