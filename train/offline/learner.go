package offline

import (
	"context"

	"rummygym/agents/network"
	"rummygym/train"
)

// Learner learns a task from a stream, one batch per step. It implements [train.Learner]
// and must be closed.
type Learner struct {
	model  *train.Model
	source *Source
	order  Order
	task   Task
	size   int    // decisions per batch
	data   string // Source.Fingerprint
	stream *Stream
	batch  Batch
	goal   train.Batch
}

// NewLearner returns a learner that trains m on batches of size decisions of a source. The
// losses of m must be those of the task.
func NewLearner(m *train.Model, s *Source, o Order, size int, t Task) (*Learner, error) {
	stream, err := s.Stream(o, Position{})
	if err != nil {
		return nil, err
	}
	return &Learner{model: m, source: s, order: o, task: t, size: size, data: s.Fingerprint(), stream: stream, goal: train.Batch{Targets: make([]train.Target, len(t.Losses()))}}, nil
}

// Close stops reading.
func (l *Learner) Close() { l.stream.Close() }

// Columns returns the names of the measures of a step: the loss of the batch before the
// update, and its parts.
func (l *Learner) Columns() []string { return l.model.Columns() }

// Step learns from the next batch and sets row to the values of Columns.
func (l *Learner) Step(ctx context.Context, row []float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.stream.Next(&l.batch, l.size); err != nil {
		return err
	}
	l.task.aim(l.goal.Targets, l.batch.Samples)
	l.goal.Inputs = l.batch.Inputs
	values, err := l.model.Step(&l.goal)
	copy(row, values)
	return err
}

// Epoch returns the number of complete passes over the source.
func (l *Learner) Epoch() int64 { return l.stream.Position().Epoch }

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// learnerState is the position of a learner in its data, and what identifies the data.
type learnerState struct {
	Data     string // Source.Fingerprint
	Seed     uint64
	Buffer   int
	Batch    int
	Position Position
}

func (l *Learner) state() learnerState {
	return learnerState{l.data, l.order.Seed, l.order.Buffer, l.size, l.stream.Position()}
}

// AppendState appends everything that the next step depends on.
func (l *Learner) AppendState(dst []byte) []byte {
	return train.AppendStateAt(dst, l.model, l.state())
}

// Restore continues from the state of a learner with the same network, data and order.
func (l *Learner) Restore(state []byte) error {
	was, err := train.RestoreAt(state, l.model, func(was learnerState) learnerState {
		now := l.state()
		now.Position = was.Position
		return now
	})
	if err != nil {
		return err
	}
	stream, err := l.source.Stream(l.order, was.Position)
	if err != nil {
		return err
	}
	l.stream.Close()
	l.stream = stream
	return nil
}
