package discard_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"rummygym/internal/golden"
	"rummygym/internal/must"
	"rummygym/train"
	"rummygym/train/discard"
)

// TestLossesGolden compares the losses of the updates of an epoch with those of JAX, which
// starts from the same weights and gets the same batches. The flag -update computes them anew with
// JAX ($RUMMYGYM_PYTHON).
func TestLossesGolden(t *testing.T) {
	const batch, path = 64, "testdata/losses.json"
	losses := map[string][]float64{}
	if text, err := os.ReadFile(path); err == nil {
		must.Do(t, json.Unmarshal(text, &losses))
	}
	for _, name := range networks {
		rows := random(7, 20*batch, 3)
		d := must.Get(discard.Describe(name))(t)
		m := must.Get(train.New(d, train.Settings{Losses: discard.Losses(), Optimizer: discard.Optimizer(1e-3, 96, 20), MaxBatch: batch, Seed: 1, Initial: train.Glorot}))(t)
		l := must.Get(discard.NewLearner(m, &d, rows, discard.Order{Seed: 1, Batch: batch}))(t)
		first := networkOf(t, l)
		var inputs, targets []float32
		var got []float64
		for range 20 {
			got = append(got, steps(t, l, 1)...)
			inputs, targets = append(inputs, l.LastBatch().Inputs...), append(targets, l.LastBatch().Targets[0].Values...)
		}
		if golden.Update() {
			file := must.Get(first.Append(nil))(t)
			losses[name] = byJAX(t, file, append(inputs, targets...), batch)
		}
		want := losses[name]
		if len(want) != len(got) {
			t.Fatalf("%s: %d golden losses, want %d", name, len(want), len(got))
		}
		for i := range got {
			if math.Abs(got[i]/want[i]-1) > 1e-4 {
				t.Errorf("%s: loss of update %d is %v, of JAX %v", name, i, got[i], want[i])
			}
		}
	}
	if golden.Update() && !t.Failed() {
		text := must.Get(json.Marshal(losses))(t)
		must.Do(t, os.WriteFile(path, append(text, '\n'), 0o644))
	}
}

// byJAX returns the losses of JAX, which trains a network on a file of rows.
func byJAX(t *testing.T, file []byte, rows []float32, batch int) (losses []float64) {
	t.Helper()
	network, data := filepath.Join(t.TempDir(), "network"), filepath.Join(t.TempDir(), "data")
	var b []byte
	for _, v := range rows {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	for path, data := range map[string][]byte{network: file, data: b} {
		must.Do(t, os.WriteFile(path, data, 0o644))
	}
	cmd := exec.CommandContext(t.Context(), os.Getenv("RUMMYGYM_PYTHON"), "../../python/benchmarks/discard.py", "losses", network, data, strconv.Itoa(batch))
	cmd.Stderr = os.Stderr
	out := must.Get(cmd.Output())(t)
	must.Do(t, json.Unmarshal(out, &losses))
	return losses
}
