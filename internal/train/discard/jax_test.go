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

	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/discard"
	"rummygym/internal/train/offline"
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
	for _, name := range discard.Networks() {
		rows := random(t, 7, 20*batch, 3)
		l := teach(t, name, rows, rows, batch, func(updates int64) train.Optimizer { return discard.Optimizer(1e-3, 96, updates) })
		first := must.Get(l.Network())(t)
		order := must.Get(rows.Stream("rows", 1, must.Get(discard.NewView(first.Description().Inputs, false))(t)))(t)
		var inputs, targets []float32
		var got []float64
		for range 20 {
			row := make([]float64, 1)
			must.Do(t, l.Step(t.Context(), row))
			got = append(got, row[0])
			var b offline.Batch
			must.Do(t, order.Next(&b, batch))
			inputs = append(inputs, b.Inputs...)
			for _, x := range b.Samples {
				targets = append(targets, x.Gain)
			}
		}
		if must.Updating() {
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
	if must.Updating() && !t.Failed() {
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
	cmd := exec.CommandContext(t.Context(), os.Getenv("RUMMYGYM_PYTHON"), "../../../python/benchmarks/discard.py", "losses", network, data, strconv.Itoa(batch))
	cmd.Stderr = os.Stderr
	out := must.Get(cmd.Output())(t)
	must.Do(t, json.Unmarshal(out, &losses))
	return losses
}
