package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/internal/safefile"
	"rummygym/internal/train/wire"
)

// checkpointForm is the format and version of a checkpoint.
const checkpointForm = "rummygym training run 2"

// progress is the state of a run: what a checkpoint holds besides the learner's state.
type progress struct {
	Result
	learner  Learner
	identity string // Run.Identity
	columns  []string
	best     []byte    // file of the best network, which is never changed
	row      []float64 // output of the learner's step
	sums     []float64 // sums over the steps since the last row of metrics
	summed   int64     // number of those steps
	waited   int64     // values of Run.Best since the best one
	mean     []float64 // result of means
}

// newProgress returns the progress of a new run.
func newProgress(r *Run) *progress {
	s := &progress{learner: r.Learner, identity: r.Identity, columns: r.columns()}
	s.Columns, s.Best = s.columns, math.NaN()
	s.row = make([]float64, len(r.Learner.Columns()))
	s.sums, s.mean = make([]float64, len(s.row)), make([]float64, len(s.columns))
	return s
}

// means returns the step, the means since the last row, and NaN for evaluations. The
// slice is overwritten by the next call.
func (s *progress) means() []float64 {
	for i := range s.mean {
		s.mean[i] = math.NaN()
	}
	s.mean[0] = float64(s.Step)
	for i, v := range s.sums {
		s.mean[1+i] = v / float64(s.summed)
	}
	return s.mean
}

// append appends a checkpoint: the format, a placeholder for the digest, the progress, and the
// learner's state.
func (s *progress) append(dst []byte) []byte {
	for _, text := range []string{checkpointForm, safefile.Placeholder, s.identity, string(s.Ending)} {
		dst = wire.AppendBytes(dst, []byte(text))
	}
	for _, x := range []int64{s.Step, s.summed, s.waited, s.BestStep} {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(x))
	}
	dst = appendFloat64s(dst, []float64{s.Best})
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(s.columns)))
	for _, c := range s.columns {
		dst = wire.AppendBytes(dst, []byte(c))
	}
	dst = appendFloat64s(dst, s.sums)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(s.Rows)))
	for _, row := range s.Rows {
		dst = appendFloat64s(dst, row)
	}
	dst = wire.AppendBytes(dst, s.best)
	return s.learner.AppendState(dst)
}

// restore sets the progress and the learner to the state in a checkpoint.
func (s *progress) restore(data []byte) error {
	old, state, err := parseProgress(data)
	if err != nil {
		return err
	}
	switch {
	case old.identity != s.identity:
		return errors.New("it is of a run with other settings: restore the checkpoint of this run, or start again without it")
	case !slices.Equal(old.columns, s.columns) || len(old.sums) != len(s.sums):
		return fmt.Errorf("the checkpoint has the columns %q: the run has %q", old.columns, s.columns)
	}
	s.Result, s.summed, s.waited, s.sums, s.best = old.Result, old.summed, old.waited, old.sums, old.best
	s.Columns = s.columns
	return s.learner.Restore(state)
}

// parseProgress returns the progress in a checkpoint, whose digest has been verified, and the
// learner's state. It has no learner, and no slices for the results of a step.
func parseProgress(data []byte) (s *progress, state []byte, err error) {
	r := wire.NewReader(data)
	if form := r.Bytes(r.Uint64()); string(form) != checkpointForm {
		return nil, nil, fmt.Errorf("format %.60q: want %q", form, checkpointForm)
	}
	text := func() string { return string(r.Bytes(r.Uint64())) }
	text() // the digest
	s = &progress{identity: text()}
	s.Ending = Ending(text())
	for _, x := range []*int64{&s.Step, &s.summed, &s.waited, &s.BestStep} {
		*x = int64(r.Uint64())
	}
	best := readFloat64s(&r)
	if len(best) != 1 {
		return nil, nil, fmt.Errorf("%d numbers for the best value: want 1", len(best))
	}
	s.Best = best[0]
	for n := r.Uint64(); n > 0 && r.Short() == nil; n-- {
		s.columns = append(s.columns, text())
	}
	s.sums = readFloat64s(&r)
	for n := r.Uint64(); n > 0 && r.Short() == nil; n-- {
		row := readFloat64s(&r)
		if len(row) != len(s.columns) {
			return nil, nil, fmt.Errorf("a row of %d numbers: want %d, one for each column", len(row), len(s.columns))
		}
		s.Rows = append(s.Rows, row)
	}
	s.best, s.Columns = r.Bytes(r.Uint64()), s.columns
	if err := r.Short(); err != nil {
		return nil, nil, fmt.Errorf("the checkpoint %w", err)
	}
	return s, r.Left(), nil
}

// appendFloat64s appends the number of values, then the values.
func appendFloat64s(dst []byte, x []float64) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(x)))
	for _, v := range x {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// readFloat64s reads numbers that appendFloat64s appended.
func readFloat64s(r *wire.Reader) []float64 {
	n := r.Uint64()
	if n > uint64(len(r.Left())/8) {
		r.Cut()
		return nil
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = r.Float64()
	}
	return x
}
