package offline_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/offline"
)

// kinds is a layout with a field of each type.
var kinds = game.Layout{
	{Name: "bytes", Shape: []int{2}, DType: game.Uint8, High: 255}, {Name: "signed", DType: game.Int8, Low: -128, High: 127},
	{Name: "short", DType: game.Int16, Low: -32768, High: 32767}, {Name: "long", DType: game.Int32, Low: -1e6, High: 1e6}, {Name: "real", DType: game.Float32, High: 1},
}

// TestRowsKeepInputs checks that rows return the inputs that they were given, of every type, and refuse those that
// their types cannot hold.
func TestRowsKeepInputs(t *testing.T) {
	rng, rows := rand.New(rand.NewPCG(1, 1)), offline.NewRows(kinds)
	var want [][]float32
	for range 200 {
		x := []float32{float32(rng.IntN(256)), float32(rng.IntN(256)), float32(rng.IntN(256) - 128), float32(rng.IntN(65536) - 32768), float32(rng.IntN(2e6) - 1e6), rng.Float32()}
		must.Do(t, rows.Append(offline.Sample{}, x))
		want = append(want, x)
	}
	got := make([]float32, 6)
	for i, x := range want {
		if rows.Inputs(got, i); !slices.Equal(got, x) {
			t.Errorf("row %d is %v, want %v", i, got, x)
		}
	}
	for want, x := range map[string][]float32{
		"field bytes: entry 1 is 256": {0, 256, 0, 0, 0, 0}, "field bytes: entry 0 is -1": {-1, 0, 0, 0, 0, 0}, "field bytes: entry 0 is 0.5": {0.5, 0, 0, 0, 0, 0},
		"field signed: entry 0 is 128": {0, 0, 128, 0, 0, 0}, "field real: entry 0 is NaN": {0, 0, 0, 0, 0, float32(math.NaN())}, "field long: entry 0 is +Inf": {0, 0, 0, 0, float32(math.Inf(1)), 0},
	} {
		must.Fail(t, rows.Append(offline.Sample{}, x), want)
	}
	must.Equal(t, rows.Len(), len(want), "rows after refused ones")
}

// numbered returns n rows whose first input is their number modulo distinct, and whose gain is their number.
func numbered(t *testing.T, n, distinct int) *offline.Rows {
	t.Helper()
	rows := offline.NewRows(game.Layout{{Name: "number", DType: game.Int32, High: 1e6}, {Name: "real", DType: game.Float32, High: 1}})
	for i := range n {
		must.Do(t, rows.Append(offline.Sample{Gain: float32(i)}, []float32{float32(i % distinct), float32(i%distinct) / 7}))
	}
	return rows
}

// TestAverage checks that rows with equal inputs become one with their mean gain, where the first of them stood.
func TestAverage(t *testing.T) {
	const n, distinct = 1000, 30
	rows := numbered(t, n, distinct)
	must.Equal(t, rows.Average(), n-distinct, "merged")
	inputs := make([]float32, 2)
	for i, x := range rows.Samples {
		sum, count := 0.0, 0.0
		for k := i; k < n; k += distinct {
			sum, count = sum+float64(k), count+1
		}
		if rows.Inputs(inputs, i); inputs[0] != float32(i) || x.Gain != float32(sum/count) {
			t.Errorf("row %d is %v with gain %v, want gain %v", i, inputs, x.Gain, sum/count)
		}
	}
	must.Equal(t, rows.Average(), 0, "merged again")
	must.Equal(t, rows.Len(), distinct, "rows")
}

// turned is a view of numbered rows that presents each three times: its inputs are the number and the turn.
var turned = &offline.View{Size: 2, Turns: 3, Inputs: func(dst, row []float32, turn int) { dst[0], dst[1] = row[0], float32(turn) }}

// TestPresentations checks that a stream over rows in memory presents each row in every turn once an epoch, in a new order
// in each, and continues from each of its positions.
func TestPresentations(t *testing.T) {
	const n = 50
	rows := numbered(t, n, n)
	st := must.Get(rows.Stream("rows", 8, turned))(t)
	var epochs [3][][2]float32
	var batches [][]float32
	var positions []offline.Position
	for k := range epochs {
		for len(epochs[k]) < 3*n {
			positions = append(positions, st.Position())
			var b offline.Batch
			must.Do(t, st.Next(&b, 32))
			batches = append(batches, b.Inputs)
			for i, x := range b.Samples {
				if b.Inputs[2*i] != x.Gain {
					t.Fatalf("row %v has the gain %v", b.Inputs[2*i], x.Gain)
				}
				epochs[k] = append(epochs[k], [2]float32(b.Inputs[2*i:]))
			}
		}
		seen := map[[2]float32]bool{}
		for _, p := range epochs[k] {
			seen[p] = true
		}
		if len(seen) != 3*n || len(epochs[k]) != 3*n {
			t.Errorf("epoch %d presents %d of %d, in %d presentations", k, len(seen), 3*n, len(epochs[k]))
		}
	}
	if slices.Equal(epochs[0], epochs[1]) || slices.Equal(epochs[1], epochs[2]) {
		t.Error("two epochs have the same order")
	}
	must.Equal(t, len(batches), int(3*st.Steps(32)), "batches")
	for i, at := range positions {
		must.Do(t, st.Seek(at))
		var b offline.Batch
		if must.Do(t, st.Next(&b, 32)); !slices.Equal(b.Inputs, batches[i]) {
			t.Errorf("from position %+v the batch is another", at)
		}
	}
	must.Fail(t, st.Seek(offline.Position{Block: 1}), "belongs to other data")
	must.Refuse(offline.NewRows(kinds).Stream("rows", 1, turned))(t, "no decision is selected")
}

// TestScoring checks, at a learning rate near 0, that the mean loss over the steps of an epoch in memory and the measure
// of the task are the mean squared error of the rows, also if the last batch is smaller, and that the learner resumes.
func TestScoring(t *testing.T) {
	rows := numbered(t, 70, 70)
	view := &offline.View{Size: 2, Turns: 1, Inputs: func(dst, row []float32, _ int) { copy(dst, row) }}
	learner := func() (*offline.Learner, *offline.Scoring) {
		task := offline.NewScoring(rows, view, 2)
		m := must.Get(train.New(network.Description{
			Format: network.Format, Kind: network.DiscardKind, Game: "gin", Fields: "hand", Inputs: []network.Input{{Name: "row", Shape: []int{2}, Scale: 1}}, Heads: task.Heads(),
		}, train.Settings{Losses: task.Losses(), Optimizer: train.SGD(1e-30, 0), MaxBatch: 64, Seed: 3}))(t)
		return must.Get(offline.NewLearner(m, must.Get(rows.Stream("rows", 1, view))(t), 64, task))(t), task
	}
	l, task := learner()
	n := must.Get(l.Network())(t)
	e, x, want := n.NewEvaluator(), make([]float32, 2), 0.0
	for i, s := range rows.Samples {
		rows.Inputs(x, i)
		e.Run(x)
		d := float64(e.Output(0, 0)) - float64(s.Gain)
		want += d * d / 70
	}
	row := make([]float64, 1)
	if must.Do(t, task.Measure(n, row)); math.Abs(row[0]/want-1) > 1e-5 {
		t.Errorf("measure %v, want %v", row[0], want)
	}
	mean := 0.0
	var state []byte
	for range 2 {
		state = l.AppendState(nil)
		must.Do(t, l.Step(t.Context(), row))
		mean += row[0] / 2
	}
	if math.Abs(mean/want-1) > 1e-5 || len(l.Columns()) != 1 || l.Epoch() != 0 {
		t.Errorf("mean loss of the epoch %v, want %v", mean, want)
	}
	again, _ := learner()
	must.Do(t, again.Restore(state))
	other := make([]float64, 1)
	if must.Do(t, again.Step(t.Context(), other)); !slices.Equal(other, row) || !bytes.Equal(again.AppendState(nil), l.AppendState(nil)) {
		t.Errorf("the loss of a resumed step is %v, want %v", other, row)
	}
}
