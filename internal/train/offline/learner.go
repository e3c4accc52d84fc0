package offline

import (
	"context"
	"encoding/json"
	"fmt"

	"rummygym/internal/agents/network"
	"rummygym/internal/train"
	"rummygym/internal/train/wire"
)

// Learner learns a task from a stream, one batch per step. It implements [train.Learner]
// and must be closed.
type Learner struct {
	model  *train.Model
	stream *Stream
	task   Task
	size   int // decisions per batch
	batch  Batch
	goal   train.Batch
}

// NewLearner returns a learner that trains m on batches of size decisions of a stream, which it
// closes. The losses of m must be those of the task.
func NewLearner(m *train.Model, st *Stream, size int, t Task) (*Learner, error) {
	if size < 1 {
		return nil, fmt.Errorf("batches of %d decisions: want at least 1", size)
	}
	return &Learner{model: m, stream: st, task: t, size: size, goal: train.Batch{Targets: make([]train.Target, len(t.Losses()))}}, nil
}

// Close stops reading.
func (l *Learner) Close() { l.stream.Close() }

// Columns returns the names of the measures of a step: the loss of the batch before the
// update, and its parts. Of rows in memory it is the loss alone, times the ratio of the size of the batch to the mean
// size of a batch: the mean over the steps of an epoch is that over its rows.
func (l *Learner) Columns() []string {
	if l.stream.rows > 0 {
		return l.model.Columns()[:1]
	}
	return l.model.Columns()
}

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
	if err != nil {
		return err
	}
	copy(row, values)
	if l.stream.rows > 0 {
		row[0] = values[0] * float64(int64(len(l.batch.Samples))*l.stream.Steps(l.size)) / float64(l.stream.rows)
	}
	return nil
}

// Epoch returns the number of complete passes over the data.
func (l *Learner) Epoch() int64 { return l.stream.Position().Epoch }

// Network returns a copy of the current network.
func (l *Learner) Network() (*network.Network, error) { return l.model.Network() }

// learnerState is the position of a learner in its data, and what identifies the data and their order.
type learnerState struct {
	Data     string
	Batch    int
	Position Position
}

func (l *Learner) state() learnerState { return learnerState{l.stream.name, l.size, l.stream.at} }

// AppendState appends everything that the next step depends on besides the data.
func (l *Learner) AppendState(dst []byte) []byte {
	text, err := json.Marshal(l.state())
	if err != nil {
		panic("offline: numbers and words: " + err.Error())
	}
	return l.model.AppendState(wire.AppendBytes(dst, text))
}

// Restore continues from the state of a learner with the same network, data and order.
func (l *Learner) Restore(state []byte) error {
	r, now, was := wire.NewReader(state), l.state(), learnerState{}
	if err := json.Unmarshal(r.Bytes(r.Uint64()), &was); err != nil {
		return fmt.Errorf("offline: state of the data: %w", err)
	}
	if now.Position = was.Position; was != now {
		return fmt.Errorf("offline: the state belongs to other data or another order: it has %+v, this learner %+v", was, now)
	}
	if err := l.model.Restore(&r); err != nil {
		return err
	}
	if err := r.End(); err != nil {
		return fmt.Errorf("offline: the state %w", err)
	}
	return l.stream.Seek(was.Position)
}
