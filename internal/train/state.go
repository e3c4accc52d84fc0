package train

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"rummygym/internal/train/wire"
)

// modelState is the format and version of a model's state.
const modelState = "rummygym train model 1"

// AppendState appends everything that the next Step depends on besides its batch: the
// weights, the state of the optimizer, and the number of updates.
func (m *Model) AppendState(dst []byte) []byte {
	// Format: modelState by wire.AppendBytes and the number of updates; then for each vector the number of its
	// elements, and their bits. Numbers are little-endian.
	dst = wire.AppendBytes(dst, []byte(modelState))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(m.solver.updates))
	for _, x := range m.vectors() {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(len(x)))
		for _, v := range x {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	return dst
}

// Restore sets the model to a state that AppendState appended, by a model with the same
// description and optimizer settings. It leaves what follows the state in r. After
// an error the model must not be used.
func (m *Model) Restore(r *wire.Reader) error {
	if name := r.Bytes(r.Uint64()); string(name) != modelState {
		return fmt.Errorf("train: state %.60q of a model: want %q", name, modelState)
	}
	updates := r.Uint64()
	if updates > math.MaxInt64 {
		return fmt.Errorf("train: %d updates of a model: want at most %d", updates, math.MaxInt64)
	}
	m.solver.updates = int64(updates)
	for _, x := range m.vectors() {
		if n := r.Uint64(); n != uint64(len(x)) || len(r.Left())/4 < len(x) {
			return fmt.Errorf("train: the state has %d numbers in %d bytes: want %d", n, len(r.Left()), len(x))
		}
		for i := range x {
			x[i] = r.Float32()
		}
	}
	m.derive()
	return nil
}

// vectors returns all numbers that steps change.
func (m *Model) vectors() [][]float32 {
	all := [][]float32{m.weights, m.solver.first}
	for _, x := range [][]float32{m.solver.second, m.average} {
		if x != nil {
			all = append(all, x)
		}
	}
	return all
}

// snapshot is a checkpoint in memory, taken before the current step.
type snapshot struct {
	data []byte
	step int64
	rows int    // of metrics
	best []byte // progress.best
	last []byte // the file of the network
	made time.Time
	took time.Duration
}

// keep takes a new snapshot unless the last one is newer than one second, or than fifty
// times the time it took; so that snapshots cost little.
func (k *snapshot) keep(s *progress, network func() ([]byte, error)) error {
	if since := time.Since(k.made); k.data != nil && since < max(time.Second, 50*k.took) {
		return nil
	}
	start := time.Now()
	last, err := network()
	if err != nil {
		return err
	}
	k.data, k.step, k.rows, k.best, k.last = s.append(k.data[:0]), s.Step, len(s.Rows), s.best, last
	k.made = time.Now()
	k.took = k.made.Sub(start)
	return nil
}
