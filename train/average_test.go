package train_test

import (
	"math"
	"testing"

	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/internal/must"
	"rummygym/train"
)

// TestAverage checks a mean of three networks, of which two lack an input and have another scale. Without hidden
// layers the mean of the weights gives the mean of the outputs.
func TestAverage(t *testing.T) {
	describe := func(scale float64, names ...string) network.Description {
		d := network.Description{Format: network.Format, Game: "toy", Fields: "all", Heads: []network.Head{{Name: "a", Size: 2}, {Name: "b", Size: 1}}}
		for _, name := range names {
			d.Inputs = append(d.Inputs, network.Input{Name: name, Shape: []int{2}, Scale: scale})
		}
		return d
	}
	first := networktest.Random(t, describe(3, "x", "y"), 1)
	second := networktest.Random(t, describe(5, "y"), 2)
	mean := must.Get(train.Average(first, second, second))(t)
	both, y := []float32{1, -2, 3, 5}, []float32{3, 5}
	outputs := func(n *network.Network, observation []float32) (all []float32) {
		e := n.NewEvaluator()
		e.Run(observation)
		for h, head := range n.Description().Heads {
			of := make([]float32, head.Size)
			e.Outputs(of, h)
			all = append(all, of...)
		}
		return all
	}
	got, one, two := outputs(mean, both), outputs(first, both), outputs(second, y)
	for i := range got {
		if want := (one[i] + 2*two[i]) / 3; math.Abs(float64(got[i]-want)) > 1e-6 {
			t.Errorf("output %d is %v, want %v, of %v and twice %v", i, got[i], want, one[i], two[i])
		}
		if one[i] == two[i] {
			t.Errorf("output %d is %v in both networks: the test tells nothing", i, one[i])
		}
	}

	layered, other := describe(3, "x", "y"), describe(3, "x", "y")
	layered.Layers = []network.Layer{{Name: "layer1", Size: 3, Activation: network.ReLU}}
	other.Game = "bridge"
	headless := describe(3, "x", "y")
	headless.Heads = headless.Heads[:1]
	for _, c := range []struct {
		d    network.Description
		want string
	}{
		{describe(3, "z"), "no input z"},
		{layered, "the layers"},
		{other, `game "bridge"`},
		{headless, "the heads"},
	} {
		must.Refuse(train.Average(first, networktest.Random(t, c.d, 1)))(t, c.want)
	}
}
