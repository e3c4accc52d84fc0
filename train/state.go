package train

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// modelState is the format and version of a model's state.
const modelState = "rummygym train model 1"

// AppendState appends everything that the next Step depends on besides its batch: the
// weights, the state of the optimizer, and the number of updates.
func (m *Model) AppendState(dst []byte) []byte {
	dst = AppendBytes(dst, []byte(modelState))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.solver.updates))
	for _, x := range m.vectors() {
		dst = appendFloats(dst, x)
	}
	return dst
}

// Restore sets the model to a state that AppendState appended, by a model with the same
// description and optimizer settings. It returns the bytes that follow the state. After
// an error the model must not be used.
func (m *Model) Restore(state []byte) (rest []byte, err error) {
	name, state, err := TakeBytes(state)
	if err != nil || string(name) != modelState {
		return nil, fmt.Errorf("train: state %.60q of a model: want %q", name, modelState)
	}
	updates, state, err := TakeUint64(state)
	if err != nil || updates > math.MaxInt64 {
		return nil, fmt.Errorf("train: %d updates of a model: %w", updates, err)
	}
	m.solver.updates = int64(updates)
	for _, x := range m.vectors() {
		if state, err = takeFloats(state, x); err != nil {
			return nil, err
		}
	}
	m.spread()
	return state, nil
}

// vectors returns all numbers that steps change.
func (m *Model) vectors() [][]float32 {
	all := [][]float32{m.weights, m.solver.first}
	if m.solver.second != nil {
		all = append(all, m.solver.second)
	}
	return all
}

// AppendUint64, AppendBytes and appendFloats append a value to a learner's state;
// TakeUint64, TakeBytes and takeFloats read it back. Numbers are little-endian, and
// slices are preceded by their lengths.

// AppendUint64 appends a number.
func AppendUint64(dst []byte, x uint64) []byte { return binary.LittleEndian.AppendUint64(dst, x) }

// AppendBytes appends bytes.
func AppendBytes(dst, b []byte) []byte { return append(AppendUint64(dst, uint64(len(b))), b...) }

// appendFloats appends numbers, bit for bit.
func appendFloats(dst []byte, x []float32) []byte {
	dst = AppendUint64(dst, uint64(len(x)))
	for _, v := range x {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}

// TakeUint64 returns the number at the start of a state, and the bytes that follow it.
func TakeUint64(state []byte) (x uint64, rest []byte, err error) {
	if len(state) < 8 {
		return 0, nil, fmt.Errorf("train: the state ends after %d bytes, but a number of 8 bytes is expected", len(state))
	}
	return binary.LittleEndian.Uint64(state), state[8:], nil
}

// TakeBytes returns the bytes at the start of a state, not copied, and those that follow.
func TakeBytes(state []byte) (b, rest []byte, err error) {
	n, state, err := TakeUint64(state)
	if err != nil {
		return nil, nil, err
	}
	if n > uint64(len(state)) {
		return nil, nil, fmt.Errorf("train: the state ends after %d bytes, but %d are expected", len(state), n)
	}
	return state[:n], state[n:], nil
}

// takeFloats sets x to the numbers at the start of a state, which must hold len(x) of
// them, and returns the bytes that follow.
func takeFloats(state []byte, x []float32) (rest []byte, err error) {
	n, state, err := TakeUint64(state)
	if err != nil {
		return nil, err
	}
	if n != uint64(len(x)) || len(state)/4 < len(x) {
		return nil, fmt.Errorf("train: the state has %d numbers in %d bytes: want %d", n, len(state), len(x))
	}
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(state[4*i:]))
	}
	return state[4*len(x):], nil
}

// snapshot is a checkpoint in memory, taken before the current step.
type snapshot struct {
	data []byte
	step int64
	rows int    // of metrics
	best []byte // progress.best
	made time.Time
	took time.Duration
}

// keep takes a new snapshot unless the last one is newer than one second, or than fifty
// times the time it took; so that snapshots cost little.
func (k *snapshot) keep(s *progress) {
	if since := time.Since(k.made); k.data != nil && since < max(time.Second, 50*k.took) {
		return
	}
	start := time.Now()
	k.data, k.step, k.rows, k.best = s.append(k.data[:0]), s.Step, len(s.Rows), s.best
	k.made = time.Now()
	k.took = k.made.Sub(start)
}
