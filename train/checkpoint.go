package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
)

// checkpointForm is the format and version of a checkpoint.
const checkpointForm = "rummygym training run 1"

// progress is the state of a run: what a checkpoint holds besides the learner's state.
type progress struct {
	Result
	learner Learner
	columns []string
	row     []float64 // output of the learner's step
	sums    []float64 // sums over the steps since the last row of metrics
	summed  int64     // number of those steps
	waited  int64     // values of Run.Best since the best one
	mean    []float64 // result of means
}

// newProgress returns the progress of a new run.
func newProgress(r *Run) *progress {
	s := &progress{learner: r.Learner, columns: r.columns()}
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

// append appends a checkpoint: the format, the progress, the learner's state, and a
// checksum of everything before it.
func (s *progress) append(dst []byte) []byte {
	from := len(dst)
	dst = AppendBytes(dst, []byte(checkpointForm))
	dst = AppendBytes(dst, []byte(s.Ending))
	for _, x := range []int64{s.Step, s.summed, s.waited, s.BestStep} {
		dst = AppendUint64(dst, uint64(x))
	}
	dst = appendFloat64s(dst, []float64{s.Best})
	dst = appendFloat64s(dst, s.sums)
	dst = AppendUint64(dst, uint64(len(s.columns)))
	for _, c := range s.columns {
		dst = AppendBytes(dst, []byte(c))
	}
	dst = AppendUint64(dst, uint64(len(s.Rows)))
	for _, row := range s.Rows {
		dst = appendFloat64s(dst, row)
	}
	dst = s.learner.AppendState(dst)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[from:]))
}

// restore sets the progress and the learner to the state in a checkpoint.
func (s *progress) restore(data []byte) error {
	form, rest, err := TakeBytes(data)
	if err != nil || string(form) != checkpointForm {
		return fmt.Errorf("format %.60q: want %q", form, checkpointForm)
	}
	end := len(data) - 4
	if end < len(data)-len(rest) || crc32.ChecksumIEEE(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return errors.New("the checksum is wrong: the file is damaged")
	}
	rest = rest[:len(rest)-4]
	ending, rest, err := TakeBytes(rest)
	if err != nil {
		return err
	}
	s.Ending = Ending(ending)
	for _, x := range []*int64{&s.Step, &s.summed, &s.waited, &s.BestStep} {
		var v uint64
		if v, rest, err = TakeUint64(rest); err != nil {
			return err
		}
		*x = int64(v)
	}
	best := []float64{0}
	if rest, err = takeFloat64s(rest, best); err != nil {
		return err
	}
	s.Best = best[0]
	if rest, err = s.restoreColumns(rest); err != nil {
		return err
	}
	if rest, err = s.restoreRows(rest); err != nil {
		return err
	}
	return s.learner.Restore(rest)
}

// restoreColumns reads the sums and the names of the columns.
func (s *progress) restoreColumns(rest []byte) ([]byte, error) {
	sums := rest // parsed below, once the columns are known to match
	n, rest, err := TakeUint64(rest)
	if err != nil || n > uint64(len(rest)/8) {
		return nil, errors.New("the columns are cut off")
	}
	count, rest, err := TakeUint64(rest[8*n:])
	if err != nil {
		return nil, err
	}
	var columns []string
	for range count {
		var c []byte
		if c, rest, err = TakeBytes(rest); err != nil {
			return nil, err
		}
		columns = append(columns, string(c))
	}
	if !slices.Equal(columns, s.columns) {
		return nil, fmt.Errorf("the checkpoint has the columns %q: the run has %q", columns, s.columns)
	}
	_, err = takeFloat64s(sums, s.sums)
	return rest, err
}

// restoreRows reads the rows of metrics.
func (s *progress) restoreRows(rest []byte) ([]byte, error) {
	n, rest, err := TakeUint64(rest)
	for range n {
		row := make([]float64, len(s.columns))
		if rest, err = takeFloat64s(rest, row); err != nil {
			return nil, err
		}
		s.Rows = append(s.Rows, row)
	}
	return rest, err
}

// appendFloat64s appends the number of values, then the values.
func appendFloat64s(dst []byte, x []float64) []byte {
	dst = AppendUint64(dst, uint64(len(x)))
	for _, v := range x {
		dst = AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// takeFloat64s reads len(x) numbers into x and returns the bytes that follow.
func takeFloat64s(state []byte, x []float64) (rest []byte, err error) {
	n, state, err := TakeUint64(state)
	if err != nil {
		return nil, err
	}
	if n != uint64(len(x)) || len(state)/8 < len(x) {
		return nil, fmt.Errorf("train: the state has %d numbers in %d bytes: want %d", n, len(state), len(x))
	}
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(state[8*i:]))
	}
	return state[8*len(x):], nil
}
