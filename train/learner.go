package train

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/agents/network"
)

// Learner is what a [Run] drives: something that gets better in steps. What a step is,
// an update, a pass over data or an iteration of self-play, is the learner's to say;
// it should take milliseconds to seconds.
type Learner interface {
	// Columns names what a step measures, the same all its life.
	Columns() []string

	// Step makes one step and sets row to what Columns names. When ctx ends it may
	// stop on its way with an error; the run then throws it away and keeps the
	// state that it had before. io.EOF says that there is nothing left to learn
	// from, and that nothing was done.
	Step(ctx context.Context, row []float64) error

	// Network returns the network as it stands.
	Network() (*network.Network, error)

	// AppendState appends all that further steps depend on: the model's state, the
	// random sources, the place in the data.
	AppendState(dst []byte) []byte

	// Restore sets a learner that was made by the same settings to a state that
	// AppendState appended. Its steps are then those that the other would have
	// made, bit for bit.
	Restore(state []byte) error
}

// Evaluation measures a network from time to time.
type Evaluation struct {
	Every   int64    // steps, a multiple of Run.Every
	Columns []string // what it measures

	// Measure sets row to what Columns names, for the network alone: the same
	// network has the same row. It stops with an error when ctx ends.
	Measure func(ctx context.Context, n *network.Network, row []float64) error
}

// validate returns an error that names the first field that is wrong.
func (r *Run) validate() error {
	switch {
	case r.Dir == "" || r.Learner == nil:
		return errors.New("train: a run without a folder or a learner: set Run.Dir and Run.Learner")
	case r.Steps < 1 || r.Every < 1:
		return fmt.Errorf("train: %d steps and a row of metrics every %d: want at least 1", r.Steps, r.Every)
	case r.Patience < 0 || r.Patience > 0 && r.Best == "":
		return fmt.Errorf("train: patience of %d rows with %q as what decides: want at least 0, or at least 1 and a column", r.Patience, r.Best)
	case r.Metrics != "" && r.Metrics != CSV && r.Metrics != Arrow:
		return fmt.Errorf("train: metrics as %q: want %s or %s", r.Metrics, CSV, Arrow)
	}
	for _, e := range r.Evaluations {
		if e.Every < 1 || e.Every%r.Every != 0 || e.Measure == nil {
			return fmt.Errorf("train: the evaluation of %q every %d steps: want a multiple of %d, the steps of a row", e.Columns, e.Every, r.Every)
		}
	}
	columns := r.columns()
	for i, c := range columns {
		if c == "" || strings.ContainsAny(c, ",\"\r\n") || slices.Contains(columns[:i], c) {
			return fmt.Errorf("train: column %q of the metrics: want names without commas, quotes and line breaks, each once", c)
		}
	}
	if r.Best != "" && slices.Index(columns, r.Best) < 1 {
		return fmt.Errorf("train: column %q decides what is best: want one of %q", r.Best, columns[1:])
	}
	return nil
}

// columns returns the columns of the metrics: the step, those of the learner, and
// those of the evaluations.
func (r *Run) columns() []string {
	all := append([]string{"step"}, r.Learner.Columns()...)
	for _, e := range r.Evaluations {
		all = append(all, e.Columns...)
	}
	return all
}
