package networktest_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/must"
)

func TestNetworks(t *testing.T) {
	d := network.Description{
		Format: network.Format, Game: "toy", Fields: "all",
		Inputs: []network.Input{{Name: "x", Shape: []int{3}, Scale: 1}},
		Layers: []network.Layer{{Name: "one", Size: 4, Activation: network.ReLU}},
		Heads:  []network.Head{{Name: "value", Size: 1}, {Name: network.Policy, Size: 2}},
	}
	names := []string{"one.weight", "one.bias", "value.weight", "value.bias", "policy.weight", "policy.bias"}
	biases := map[string][]float32{"value": {2}, network.Policy: {0, 3}}
	biased := networktest.Biased(t, d, biases)
	random, same := networktest.Random(t, d, 1), networktest.Random(t, d, 1)
	for _, name := range names {
		got := data(t, biased, name)
		want := make([]float32, len(got))
		copy(want, biases[strings.TrimSuffix(name, ".bias")])
		must.Equal(t, got, want, "%s", name)
		if !slices.Equal(data(t, random, name), data(t, same, name)) {
			t.Errorf("%s differs between two networks of the same seed", name)
		}
	}
	if other := networktest.Random(t, d, 2); slices.Equal(data(t, random, "one.weight"), data(t, other, "one.weight")) {
		t.Error("another seed gives the same weights")
	}
	read, _, err := network.ReadFile(networktest.Write(t, random))
	if err != nil || !slices.Equal(data(t, read, "policy.weight"), data(t, random, "policy.weight")) {
		t.Errorf("the file has other weights, or cannot be read: error %v", err)
	}
}

// data returns the data of the named tensor.
func data(t *testing.T, n *network.Network, name string) []float32 {
	t.Helper()
	for _, w := range n.Weights() {
		if w.Name == name {
			return w.Data
		}
	}
	t.Fatalf("no tensor %s", name)
	return nil
}
