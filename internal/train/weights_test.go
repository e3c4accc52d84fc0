package train_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

// sameOutputs checks that the first head of a model gives the outputs of a network, up to limit, and returns
// them. Each has inputs of its own.
func sameOutputs(t *testing.T, m *train.Model, inputs []float32, n *network.Network, inputsOf []float32, limit float64) (want []float32) {
	t.Helper()
	got, want := make([]float32, 2), make([]float32, 2)
	e := n.NewEvaluator()
	e.Run(inputsOf)
	e.Outputs(want, 0)
	must.Do(t, m.Predict(inputs, got))
	for i := range want {
		if !(math.Abs(float64(got[i]-want[i])) <= limit) {
			t.Errorf("layers %v: output %d is %v, want %v as the network gives", n.Description().Layers, i, got[i], want[i])
		}
	}
	return want
}

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
			return must.Get(train.New(d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "a"}}, Optimizer: train.Adam(1e-3), MaxBatch: 4, Seed: seed}))(t)
		}
		n := must.Get(model(describe("y", 10), 1).Network())(t)
		m := model(describe("y", 4), 2)
		must.Do(t, m.SetNetwork(n))
		inputs := []float32{1, -20, 3, 4}
		for i, want := range sameOutputs(t, m, inputs, n, inputs, 1e-5) {
			if want == 0 {
				t.Errorf("%d layers: output %d is 0, too little for a test", len(layers), i)
			}
		}
		must.Fail(t, model(describe("z", 10), 1).SetNetwork(n), "the model has no input y, which the network has")
	}
}

// TestSetNetworkWithFewerInputs checks that new inputs, before and between those of the network,
// do not change the outputs.
func TestSetNetworkWithFewerInputs(t *testing.T) {
	describe := func(names ...string) network.Description {
		d := network.Description{
			Format: network.Format, Game: "toy", Fields: "all", Heads: []network.Head{{Name: "a", Size: 2}},
			Layers: []network.Layer{{Name: "one", Size: 5, Activation: network.Tanh}},
		}
		for _, name := range names {
			d.Inputs = append(d.Inputs, network.Input{Name: name, Shape: []int{2}, Scale: 3})
		}
		return d
	}
	set := train.Settings{Losses: []train.Loss{train.SquaredError{Head: "a"}}, Optimizer: train.Adam(1e-3), MaxBatch: 1}
	n := mustNetwork(t, mustModel(t, describe("x", "y"), set))
	m := mustModel(t, describe("new", "y", "other", "x"), set)
	must.Do(t, m.SetNetwork(n))
	for i, want := range sameOutputs(t, m, []float32{9, 8, 3, 4, 7, 6, 1, 2}, n, []float32{1, 2, 3, 4}, 1e-6) {
		if want == 0 {
			t.Errorf("output %d is 0, too little for a test", i)
		}
	}
	d := describe("x", "y")
	d.Inputs[1].Shape = []int{3}
	must.Fail(t, mustModel(t, d, set).SetNetwork(n), "input y of the network has 2 entries: want 3")
}

// TestInitialWeights checks the distributions of the initial weights of a layer with ReLU and
// of a head, with 300 inputs and 100 outputs each: range, standard deviation and biases.
func TestInitialWeights(t *testing.T) {
	glorot := math.Sqrt(6. / 400)
	for _, c := range []struct {
		initial train.Initialization
		limit   float64 // of the layer
		sd      float64
	}{{train.ByActivation, math.Inf(1), math.Sqrt(2. / 300)}, {train.Glorot, glorot, glorot / math.Sqrt(3)}} {
		d := network.Description{
			Format: network.Format, Game: "toy", Fields: "all", Inputs: []network.Input{{Name: "x", Shape: []int{300}, Scale: 1}},
			Layers: []network.Layer{{Name: "one", Size: 100, Activation: network.ReLU}}, Heads: []network.Head{{Name: "head", Size: 1}},
		}
		m := must.Get(train.New(d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "head"}}, Optimizer: train.Adam(1e-3), MaxBatch: 1, Seed: 5, Initial: c.initial}))(t)
		n := must.Get(m.Network())(t)
		high, squares := 0.0, 0.0
		for _, v := range n.Weights()[0].Data {
			high, squares = max(high, math.Abs(float64(v))), squares+float64(v)*float64(v)
		}
		if sd := math.Sqrt(squares / 30000); math.Abs(sd/c.sd-1) > 0.02 || high > c.limit || high < 1.7*c.sd {
			t.Errorf("%q: standard deviation %v and greatest weight %v, want %v and at most %v", c.initial, sd, high, c.sd, c.limit)
		}
		for _, v := range n.Weights()[1].Data {
			must.Equal(t, v, 0, "%q: a bias", c.initial)
		}
	}
}

// TestSetNetworkOfSmallerLayers checks that larger layers give the outputs of the network, and that their
// further units learn.
func TestSetNetworkOfSmallerLayers(t *testing.T) {
	model := func(seed uint64, sizes ...int) *train.Model {
		d := network.Description{
			Format: network.Format, Game: "toy", Fields: "all", Heads: []network.Head{{Name: "a", Size: 2}},
			Inputs: []network.Input{{Name: "x", Shape: []int{4}, Scale: 1}},
		}
		for i, n := range sizes {
			d.Layers = append(d.Layers, network.Layer{Name: string(rune('p' + i)), Size: n, Activation: network.ReLU})
		}
		return mustModel(t, d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "a"}}, Optimizer: train.Adam(1e-2), MaxBatch: 1, Seed: seed})
	}
	small := mustNetwork(t, model(1, 5, 3))
	for _, sizes := range [][]int{{5, 3}, {9, 3}, {5, 6}, {9, 8}} {
		m := model(2, sizes...)
		must.Do(t, m.SetNetwork(small))
		rng := rand.New(rand.NewPCG(3, 0))
		for range 20 {
			inputs := make([]float32, 4)
			for i := range inputs {
				inputs[i] = float32(rng.NormFloat64())
			}
			sameOutputs(t, m, inputs, small, inputs, 1e-5)
		}
		for range 3 {
			must.Get(m.Step(&train.Batch{Inputs: []float32{1, -1, 0.5, 2}, Targets: []train.Target{{Values: []float32{3, -3}}}}))(t)
		}
		head := mustNetwork(t, m).Weights()[4].Data
		if further := head[3:sizes[1]]; len(further) > 0 && !slices.ContainsFunc(further, func(w float32) bool { return w != 0 }) {
			t.Errorf("layers of %v: after updates the head takes nothing from the further units", sizes)
		}
	}
	must.Fail(t, model(2, 9, 2).SetNetwork(small), "or smaller ones")
}
