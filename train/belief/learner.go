package belief

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/env/card"
	"rummygym/env/game/wire"
	"rummygym/features/opponent"
	"rummygym/train"
)

// Learner implements train.Learner. It is not safe for concurrent use.
type Learner struct {
	cfg   Config
	model *train.Model
	hosts []*host // of each worker
	batch train.Batch

	episode uint64 // first game that has decisions left
	skip    int    // decisions of that game already used
	games   []rows // games from that one on
	spare   []rows
}

// New returns a learner for a model with [Losses] and batches of c.Rows.
func New(c Config, m *train.Model) (*Learner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n, err := m.Network()
	if err != nil {
		return nil, err
	}
	if err := belief.Fits(n.Description()); err != nil {
		return nil, err
	}
	l := &Learner{cfg: c, model: m}
	for range max(c.Workers, 1) {
		l.hosts = append(l.hosts, newHost(&l.cfg))
	}
	l.batch.Targets = make([]train.Target, len(Losses()))
	return l, nil
}

// Columns returns the names of the losses.
func (l *Learner) Columns() []string { return l.model.Columns() }

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// AppendState appends the model's state and the position in the games.
func (l *Learner) AppendState(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, l.episode)
	return l.model.AppendState(binary.LittleEndian.AppendUint64(dst, uint64(l.skip)))
}

// Restore sets the learner to a state that AppendState appended.
func (l *Learner) Restore(state []byte) error {
	r := wire.NewReader(state)
	episode, skip := r.Uint64(), r.Uint64()
	if skip >= uint64(l.cfg.maxRows()) {
		return fmt.Errorf("train/belief: %d decisions of a game: want fewer than %d", skip, l.cfg.maxRows())
	}
	l.episode, l.skip = episode, int(skip)
	l.spare, l.games = append(l.spare, l.games...), l.games[:0]
	if err := l.model.Restore(&r); err != nil {
		return err
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("train/belief: the state %w", err)
	}
	return nil
}

// Step learns from the next decisions and plays games as needed.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	for l.rows() < l.cfg.Rows {
		if err := l.play(ctx); err != nil {
			return err
		}
	}
	l.gather()
	values, err := l.model.Step(&l.batch)
	copy(row, values)
	return err
}

// rows returns the number of decisions that have been played but not used.
func (l *Learner) rows() int {
	n := -l.skip
	for i := range l.games {
		n += l.games[i].count()
	}
	return n
}

// ahead is the number of games played at a time.
const ahead = 32

// play plays more games.
func (l *Learner) play(ctx context.Context) error {
	first := len(l.games)
	for range ahead {
		var r rows
		if n := len(l.spare); n > 0 {
			r, l.spare = l.spare[n-1], l.spare[:n-1]
		}
		r.clear()
		l.games = append(l.games, r)
	}
	var wait sync.WaitGroup
	errs := make([]error, len(l.hosts))
	for w, h := range l.hosts {
		wait.Go(func() {
			for i := first + w; i < len(l.games) && errs[w] == nil && ctx.Err() == nil; i += len(l.hosts) {
				errs[w] = h.play(l.cfg.Seed, l.episode+uint64(i), &l.games[i])
			}
		})
	}
	wait.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// gather makes a batch of the next decisions, in the order of the games.
func (l *Learner) gather() {
	b := &l.batch
	held, wanted, distance, discarded := &b.Targets[0], &b.Targets[1], &b.Targets[2], &b.Targets[3]
	b.Inputs = b.Inputs[:0]
	held.Values, held.Mask = held.Values[:0], held.Mask[:0]
	wanted.Values, wanted.Mask = wanted.Values[:0], wanted.Mask[:0]
	distance.Labels = distance.Labels[:0]
	discarded.Labels, discarded.Mask = discarded.Labels[:0], discarded.Mask[:0]
	done := 0
	for left := l.cfg.Rows; left > 0; {
		g := &l.games[done]
		from, to := l.skip, min(g.count(), l.skip+left)
		left -= to - from
		const in, kinds = opponent.HandInputsSize, card.NumKinds
		b.Inputs = append(b.Inputs, g.inputs[from*in:to*in]...)
		held.Values, held.Mask = append(held.Values, g.held[from*kinds:to*kinds]...), append(held.Mask, g.hidden[from*kinds:to*kinds]...)
		wanted.Values, wanted.Mask = append(wanted.Values, g.wanted[from*kinds:to*kinds]...), append(wanted.Mask, g.asked[from*kinds:to*kinds]...)
		distance.Labels = append(distance.Labels, g.distance[from:to]...)
		discarded.Labels, discarded.Mask = append(discarded.Labels, g.discarded[from:to]...), append(discarded.Mask, g.mayDiscard[from*kinds:to*kinds]...)
		if l.skip = to; to == g.count() {
			l.skip, l.episode = 0, l.episode+1
			l.spare = append(l.spare, *g)
			done++
		}
	}
	l.games = append(l.games[:0], l.games[done:]...)
}
