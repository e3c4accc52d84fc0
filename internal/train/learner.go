package train

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/internal/agents/network"
)

// Learner is trained by a [Run] in steps. The learner defines what a step is, such as an
// update, a pass over data or an iteration of self-play; it should take milliseconds to
// seconds.
type Learner interface {
	// Columns returns the names of the measures of a step. They never change.
	Columns() []string

	// Step makes one step and sets row to the values that Columns names. When ctx ends,
	// it may stop early with an error; the run then discards it and restores the state
	// before it. io.EOF means that there is no data left, and that nothing was done.
	Step(ctx context.Context, row []float64) error

	// Network returns a copy of the current network.
	Network() (*network.Network, error)

	// AppendState appends everything that further steps depend on: the model's state, the
	// random sources, the position in the data.
	AppendState(dst []byte) []byte

	// Restore sets the learner to a state that AppendState appended, by a learner with
	// the same settings. Its steps are then those that the other learner would have
	// made, bit for bit.
	Restore(state []byte) error
}

// Evaluation measures a network at regular intervals.
type Evaluation struct {
	Every   int64    // steps, a multiple of Run.Every
	Columns []string // names of the measures

	// Measure sets row to the values that Columns names. They must depend on the network
	// alone. When ctx ends, Measure stops with an error.
	Measure func(ctx context.Context, n *network.Network, row []float64) error
}

// Validate returns an error for the first field that is invalid.
func (r *Run) Validate() error {
	switch {
	case r.Dir == "" || r.Learner == nil:
		return errors.New("train: the run has no folder or no learner: set Run.Dir and Run.Learner")
	case r.Steps < 1 || r.Every < 1:
		return fmt.Errorf("train: %d steps and a row of metrics every %d: want at least 1", r.Steps, r.Every)
	case r.Patience < 0 || r.Patience > 0 && r.Best == "":
		return fmt.Errorf("train: patience of %d rows with %q as the column of the best: want at least 0, and a column if it is above 0", r.Patience, r.Best)
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
		return fmt.Errorf("train: column %q decides what is best: want one of %s", r.Best, strings.Join(columns[1:], ", "))
	}
	return nil
}

// columns returns the columns of the metrics: the step, then those of the learner and of
// the evaluations.
func (r *Run) columns() []string {
	all := append([]string{"step"}, r.Learner.Columns()...)
	for _, e := range r.Evaluations {
		all = append(all, e.Columns...)
	}
	return all
}
