// Package networktest makes networks for tests. [Random] returns networks with random
// weights, and [Biased] networks whose output does not depend on their input. [Write]
// writes either to a file:
//
//	path := networktest.Write(t, networktest.Random(t, description, 1))
package networktest

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
)

// Random returns a network with biases of 0 and normally distributed weights of variance
// 2/n, where n is the number of inputs of the layer. The seed determines the weights.
func Random(t testing.TB, d network.Description, seed uint64) *network.Network {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	return build(t, d, func(_ string, in int, weights, _ []float32) {
		for i := range weights {
			weights[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(in)))
		}
	})
}

// Biased returns a network with weights of 0 and the given biases, by the names of layers
// and heads. Other biases are 0.
func Biased(t testing.TB, d network.Description, biases map[string][]float32) *network.Network {
	t.Helper()
	return build(t, d, func(name string, _ int, _, bias []float32) { copy(bias, biases[name]) })
}

// build returns a network. It calls set for each layer and then for each head, in order.
func build(t testing.TB, d network.Description, set func(name string, in int, weights, biases []float32)) *network.Network {
	t.Helper()
	var all []safetensors.Tensor
	add := func(name string, in, out int) {
		w := safetensors.Tensor{Name: name + ".weight", Shape: []int{out, in}, Data: make([]float32, out*in)}
		b := safetensors.Tensor{Name: name + ".bias", Shape: []int{out}, Data: make([]float32, out)}
		set(name, in, w.Data, b.Data)
		all = append(all, w, b)
	}
	in := d.InputSize()
	for _, l := range d.Layers {
		add(l.Name, in, l.Size)
		in = l.Size
	}
	for _, h := range d.Heads {
		add(h.Name, in, h.Size)
	}
	n, err := network.New(d, all)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Write writes a network to model.safetensors in a temporary folder of the test and
// returns the path.
func Write(t testing.TB, n *network.Network) (path string) {
	t.Helper()
	data, err := n.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "model.safetensors")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
