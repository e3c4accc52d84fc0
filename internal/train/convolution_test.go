package train_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

// convolutions is the contents of convolutions.json, which testdata/convolutions.py writes.
type convolutions struct {
	Steps    int
	Inputs   []network.Input
	Networks map[string]struct {
		Layers         []network.Layer
		Shapes         map[string][]int
		Outputs        []float64            // of each row
		Loss           float64              // mean squared error
		Gradient, Adam map[string][]float64 // by tensor: all or every 97th of the gradient, and of the weights after Steps
	}
}

// numbers returns n numbers in [-1, 1), times scale.
func numbers(n, seed int, scale float64) []float32 {
	return fill(n, func(k int) float32 { return float32((float64((k*7919+seed*104729)%2003)/2003*2 - 1) * scale) })
}

// hands returns rows of inputs and targets, as convolutions.py makes them.
func hands(rows int) (x, y []float32) {
	for r := range rows {
		row := make([]float32, 108)
		for k := range 10 {
			row[(7*r+5*k)%52] = 1
		}
		for c := range 52 {
			if (c+r)%5 != 0 {
				row[52+c] = float32(float64((37*c+11*r)%101) / 101)
			}
		}
		for i := range 4 {
			row[104+i] = float32((3*r + i) % 11)
		}
		x, y = append(x, row...), append(y, float32(13*r%29-10))
	}
	return x, y
}

// TestConvolutionsGolden compares networks with convolutions, in play and in training,
// with JAX: outputs, gradients and updates by Adam from the same weights and inputs.
func TestConvolutionsGolden(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/convolutions.json"))(t)
	var golden convolutions
	must.Do(t, json.Unmarshal(data, &golden))
	const most = 1e-5 // relative difference
	near := func(got float32, want float64) bool {
		return math.Abs(float64(got)-want) <= most*max(1, math.Abs(want))
	}
	for name, c := range golden.Networks {
		d := network.Description{Format: network.Format, Kind: network.DiscardKind, Game: "gin", Fields: "all",
			Inputs: golden.Inputs, Layers: c.Layers, Heads: []network.Head{{Name: network.Points, Size: 1}}}
		must.Do(t, d.Validate())
		weights := d.Tensors()
		for i := range weights {
			w, n := &weights[i], 1
			if want := c.Shapes[w.Name]; !slices.Equal(w.Shape, want) {
				t.Fatalf("%s: %s has the shape %v, want %v", name, w.Name, w.Shape, want)
			}
			for _, s := range w.Shape {
				n *= s
			}
			scale := 0.1
			if len(w.Shape) > 1 {
				scale = math.Sqrt(2 / float64(n/w.Shape[0]))
			}
			w.Data = numbers(n, i, scale)
		}
		n := must.Get(network.New(d, weights))(t)
		model := func(o train.Optimizer) *train.Model {
			return must.Get(train.From(n, train.Settings{Losses: []train.Loss{train.SquaredError{Head: network.Points}}, Optimizer: o, MaxBatch: 8}))(t)
		}
		x, y := hands(8)
		b := &train.Batch{Inputs: x, Targets: []train.Target{{Values: y}}}
		descent, adam := model(train.SGD(1, 0)), model(train.Adam(1e-3))
		trained := make([]float32, 8)
		must.Do(t, adam.Predict(x, trained))
		e := n.NewEvaluator()
		for r, want := range c.Outputs {
			e.Run(x[108*r:][:108])
			if got := e.Output(0, 0); !near(got, want) || !near(trained[r], want) {
				t.Errorf("%s, row %d: %v in play and %v in training, want %v", name, r, got, trained[r], want)
			}
		}
		if v, err := descent.Step(b); err != nil || !near(float32(v[0]), c.Loss) {
			t.Errorf("%s: loss %v, error %v, want %v", name, v, err, c.Loss)
		}
		for range golden.Steps {
			must.Get(adam.Step(b))(t)
		}
		down, after, checked := mustNetwork(t, descent).Weights(), mustNetwork(t, adam).Weights(), 0
		for i, w := range weights {
			step := 1
			if len(w.Data) > 320 {
				step = 97
			}
			for k, want := range c.Gradient[w.Name] {
				// The difference of weights has the error of their rounding.
				if got := w.Data[k*step] - down[i].Data[k*step]; !near(got, want) {
					t.Errorf("%s: gradient %d of %s is %v, want %v", name, k*step, w.Name, got, want)
				}
				if got, want := after[i].Data[k*step], c.Adam[w.Name][k]; !near(got, want) {
					t.Errorf("%s: number %d of %s is %v after %d updates, want %v", name, k*step, w.Name, got, golden.Steps, want)
				}
				checked++
			}
		}
		if len(c.Gradient) != len(weights) || checked < 100 {
			t.Errorf("%s: %d golden tensors and %d numbers, want %d and at least 100", name, len(c.Gradient), checked, len(weights))
		}
	}
	must.Equal(t, len(golden.Networks), 4, "golden networks")
}
