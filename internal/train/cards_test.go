package train_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

// overCards returns a description of a network with a layer of cards, over two planes of cards and two other inputs.
func overCards(filters int, ace network.Ace, sum bool, a network.Activation, shape ...int) network.Description {
	d := network.Description{
		Format: network.Format, Kind: network.DiscardKind, Game: "toy", Fields: "all", Heads: []network.Head{{Name: network.Points, Size: 1}},
		Inputs: []network.Input{{Name: "one", Shape: shape, Scale: 2}, {Name: "other", Shape: []int{2}, Scale: 1}, {Name: "two", Shape: shape, Scale: 1}},
	}
	l, _ := network.OverCards(d.Inputs, filters, ace)
	if l.Activation = a; !sum {
		l.Parts[0].Sum = false
		l.Size = filters*d.Inputs[0].Size() + 2
	}
	d.Layers = []network.Layer{l, {Name: "hidden", Size: 5, Activation: network.Tanh}}
	return d
}

// TestCardsGradient compares a step of gradient descent, for all kinds of layers of cards, with differences of the loss
// by the definition, and the outputs of the model with those of the network.
func TestCardsGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 55))
	const rows = 9
	weights := 6 // of each tensor
	if testing.Short() {
		weights = 2
	}
	for _, shape := range [][]int{{4, 13}, {53}} {
		for _, sum := range []bool{false, true} {
			for _, a := range network.Activations() {
				d := overCards(8+8*rng.IntN(2), []network.Ace{network.AceLow, network.AceBoth}[rng.IntN(2)], sum, a, shape...)
				for _, workers := range []int{1, 3} {
					m := mustModel(t, d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: network.Points}}, Optimizer: train.SGD(0.1, 0), MaxBatch: rows, Seed: 7, Workers: workers})
					in := d.InputSize()
					x := fill(rows*in, func(int) float32 { return float32(max(0, rng.IntN(5)-2)) })
					y := fill(rows, func(int) float32 { return float32(rng.NormFloat64()) })
					batch := &train.Batch{Inputs: x, Targets: []train.Target{{Values: y}}}
					must.Get(m.Step(batch))(t) // so that no filter is exactly 0, where ReLU has no derivative
					before := mustNetwork(t, m)
					outputs := make([]float32, rows)
					must.Do(t, m.Predict(x, outputs))
					e, plain := before.NewEvaluator(), networktest.NewPlain(before)
					loss := func() (sum float64) {
						for r := range rows {
							sum += math.Pow(plain.Outputs(x[r*in:][:in])[0][0]-float64(y[r]), 2)
						}
						return sum / rows
					}
					for r := range rows {
						if e.Run(x[r*in:][:in]); math.Abs(float64(e.Output(0, 0)-outputs[r])) > 1e-5 {
							t.Fatalf("row %d: %v in play and %v in training", r, e.Output(0, 0), outputs[r])
						}
					}
					must.Get(m.Step(batch))(t)
					after := mustNetwork(t, m).Weights()
					// of the layer of cards
					checkGradient(t, fmt.Sprintf("%v, sum %v, %s, %d workers", shape, sum, a, workers), rng, weights, before.Weights()[:2], after, plain, 0.1, 2e-3, loss)
				}
			}
		}
	}
}

// checkGradient compares the gradient with respect to some weights of each tensor, which a step of gradient descent with the given rate
// has made of the weights before, with differences of the loss of plain, which has these weights.
func checkGradient(t *testing.T, what string, rng *rand.Rand, some int, before, after []safetensors.Tensor, plain *networktest.Plain, rate, tolerance float64, loss func() float64) {
	t.Helper()
	const h = 1e-7 // so small that hardly any entry passes 0
	for k, w := range before {
		for range some {
			i := rng.IntN(len(w.Data))
			at := &plain.Weights[k][i]
			was := *at
			*at = was + h
			up := loss()
			*at = was - h
			want := (up - loss()) / (2 * h)
			*at = was
			if got := float64(w.Data[i]-after[k].Data[i]) / rate; math.Abs(got-want) > tolerance*max(1, math.Abs(want)) {
				t.Fatalf("%s: gradient %d of %s is %v, want %v", what, i, w.Name, got, want)
			}
		}
	}
}
