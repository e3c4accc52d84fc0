package train_test

import (
	"math"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/train"
)

// TestSetNetworkOfOtherScales checks that a model gives the same outputs as a network with
// other input scales.
func TestSetNetworkOfOtherScales(t *testing.T) {
	for _, layers := range [][]network.Layer{nil, {{Name: "one", Size: 5, Activation: network.Tanh}}} {
		describe := func(name string, scale float64) network.Description {
			return network.Description{
				Format: network.Format, Game: "toy", Fields: "all", Layers: layers, Heads: []network.Head{{Name: "a", Size: 2}, {Name: "b", Size: 1}},
				Inputs: []network.Input{{Name: "x", Shape: []int{3}, Scale: scale}, {Name: name, Shape: []int{}, Scale: 7}},
			}
		}
		model := func(d network.Description, seed uint64) *train.Model {
			m, err := train.New(d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "a"}}, Optimizer: train.Adam(1e-3), MaxBatch: 4, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		n, err := model(describe("y", 10), 1).Network()
		if err != nil {
			t.Fatal(err)
		}
		m := model(describe("y", 4), 2)
		if err := m.SetNetwork(n); err != nil {
			t.Fatal(err)
		}
		inputs, got, want := []float32{1, -20, 3, 4}, make([]float32, 2), make([]float32, 2)
		e := n.NewEvaluator()
		e.Run(inputs)
		e.Outputs(want, 0)
		if err := m.Predict(inputs, got); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if math.Abs(float64(got[i]-want[i])) > 1e-5 || want[i] == 0 {
				t.Errorf("%d layers: output %d is %v, want %v as the network gives", len(layers), i, got[i], want[i])
			}
		}
		if err := model(describe("z", 10), 1).SetNetwork(n); err == nil || !strings.Contains(err.Error(), "input 1 of the network is y with 1 entries: want z with 1") {
			t.Errorf("error %v", err)
		}
	}
}
