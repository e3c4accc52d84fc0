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
	"strings"
	"testing"

	"rummygym/internal/agents/network"
)

// Random returns a network with biases of 0 and normally distributed weights of variance
// 2/n, where n is the number of inputs of an output. The seed determines the weights.
func Random(t testing.TB, d network.Description, seed uint64) *network.Network {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	return build(t, d, func(_ string, in int, weights, _ []float32) {
		for i := range weights {
			weights[i] = float32(rng.NormFloat64() * math.Sqrt(2/float64(in)))
		}
	})
}

// Biased returns a network with weights of 0 and the given biases, by the names of layers,
// parts ("LAYER.PART") and heads. Other biases are 0.
func Biased(t testing.TB, d network.Description, biases map[string][]float32) *network.Network {
	t.Helper()
	return build(t, d, func(name string, _ int, _, bias []float32) { copy(bias, biases[name]) })
}

// build returns a network. It calls set for each layer or part and then for each head, in
// order.
func build(t testing.TB, d network.Description, set func(name string, in int, weights, biases []float32)) *network.Network {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	all := d.Tensors()
	for i := range all {
		size := 1
		for _, s := range all[i].Shape {
			size *= s
		}
		all[i].Data = make([]float32, size)
	}
	for i := 0; i < len(all); i += 2 {
		w, bias := &all[i], &all[i+1]
		set(strings.TrimSuffix(w.Name, ".weight"), len(w.Data)/w.Shape[0], w.Data, bias.Data)
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
