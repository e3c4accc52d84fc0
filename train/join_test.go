package train_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/agents/network/networktest"
	"rummygym/train"
)

// part returns the description of a network that can be joined, with layers of the given sizes.
func part(sizes ...int) network.Description {
	return network.Description{
		Format: network.Format, Game: "toy", Fields: "all", Layers: network.MLP(sizes...),
		Inputs: []network.Input{{Name: "x", Shape: []int{4}, Scale: 5}, {Name: "kind", Shape: []int{2}, Scale: 1}, {Name: "y", Shape: []int{}, Scale: 3}},
		Heads:  []network.Head{{Name: "a", Size: 2}, {Name: "b", Size: 1}},
	}
}

// TestJoin compares the outputs of a joined network with those of its two parts.
func TestJoin(t *testing.T) {
	for _, sizes := range [][2][]int{{{5}, {7}}, {{6, 3}, {4, 5}}, {{6, 3, 4}, {4, 5, 2}}} {
		first, second := withBiases(t, networktest.Random(t, part(sizes[0]...), 1), 1), withBiases(t, networktest.Random(t, part(sizes[1]...), 2), 2)
		joined, err := train.Join(first, second, "kind", 1)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, 0))
		for range 1000 {
			x := make([]float32, 7)
			for i := range x {
				x[i] = float32(rng.IntN(4))
			}
			x[4], x[5] = float32(rng.IntN(2)), float32(rng.IntN(2))
			want, other := outputs(first, x), outputs(second, x)
			if x[5] == 1 {
				want, other = other, want
			}
			for i, got := range outputs(joined, x) {
				if !(math.Abs(float64(got-want[i])) < 1e-4) {
					t.Fatalf("layers %v, observation %v: output %d is %v, want %v; the other network has %v", sizes, x, i, got, want[i], other[i])
				}
			}
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	first := networktest.Random(t, part(3), 1)
	other := func(change func(*network.Description)) *network.Network {
		d := part(3)
		change(&d)
		return networktest.Random(t, d, 2)
	}
	for want, second := range map[string]*network.Network{
		`for "bridge" with "all"`: other(func(d *network.Description) { d.Game = "bridge" }),
		"other inputs":            other(func(d *network.Description) { d.Inputs[0].Scale = 4 }),
		"the heads":               other(func(d *network.Description) { d.Heads = d.Heads[:1] }),
		"1 and 2 hidden layers":   other(func(d *network.Description) { d.Layers = network.MLP(3, 2) }),
		"the activation tanh":     other(func(d *network.Description) { d.Layers[0].Activation = network.Tanh }),
	} {
		if _, err := train.Join(first, second, "kind", 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for want, at := range map[string]int{"entry 2 of the input kind: want 0 to 1": 2, "entry -1": -1} {
		if _, err := train.Join(first, first, "kind", at); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := train.Join(first, first, "rules", 0); err == nil || !strings.Contains(err.Error(), "want one of x, kind, y") {
		t.Errorf("error %v", err)
	}
}
