package train_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

// cardStack returns the description of a policy of a stack of cards.
func cardStack(kinds, rounds int, ace network.Ace) network.Description {
	return network.Description{
		Format: network.Format, Game: "toy", Fields: "all",
		Inputs: []network.Input{{Name: "cards", Shape: []int{kinds, 3}, Scale: 1, Scales: []float64{1, 2, .5}}, {Name: "numbers", Shape: []int{4}, Scale: 1}},
		Stack:  &network.CardStack{Width: 8, Rounds: rounds, Pooled: 16, Ace: ace},
		Heads: []network.Head{
			{Name: network.Policy, Size: kinds + 2, Cards: &network.CardHead{First: []int{1}, Take: 0, Top: 2}}, {Name: "value", Size: 1},
		},
	}
}

// TestStackGradient compares a step of gradient descent with differences of the loss by the definition, and the outputs of the model with
// those of the network.
func TestStackGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 58))
	const rows = 9
	weights := 6 // of each tensor
	if testing.Short() {
		weights = 2
	}
	for _, kinds := range []int{52, 53} {
		for rounds := 1; rounds <= 3; rounds++ {
			d := cardStack(kinds, rounds, []network.Ace{network.AceLow, network.AceBoth}[rounds%2])
			for _, workers := range []int{1, 3} {
				m := mustModel(t, d, train.Settings{
					Losses:    []train.Loss{train.SquaredError{Head: network.Policy}, train.SquaredError{Head: "value"}},
					Optimizer: train.SGD(.001, 0), MaxBatch: rows, Seed: 7, Workers: workers,
				})
				in := d.InputSize()
				x := fill(rows*in, func(int) float32 { return float32(max(0, rng.IntN(5)-2)) / 4 })
				size := kinds + 2
				y := fill(rows*size, func(int) float32 { return float32(rng.NormFloat64()) })
				values := fill(rows, func(int) float32 { return float32(rng.NormFloat64()) })
				batch := &train.Batch{Inputs: x, Targets: []train.Target{{Values: y}, {Values: values}}}
				must.Get(m.Step(batch))(t) // so that no entry is exactly 0, where ReLU has no derivative
				before := mustNetwork(t, m)
				outputs := make([]float32, rows*size)
				must.Do(t, m.Predict(x, outputs))
				e, plain := before.NewEvaluator(), networktest.NewPlain(before)
				loss := func() (sum float64) {
					for r := range rows {
						heads := plain.Outputs(x[r*in:][:in])
						for o, v := range heads[0] {
							sum += math.Pow(v-float64(y[r*size+o]), 2)
						}
						sum += math.Pow(heads[1][0]-float64(values[r]), 2)
					}
					return sum / rows
				}
				for r := range rows {
					e.Run(x[r*in:][:in])
					for o := range size {
						if a, b := e.Output(0, o), outputs[r*size+o]; a != b {
							t.Fatalf("row %d: logit %d is %v in play and %v in training", r, o, a, b)
						}
					}
				}
				must.Get(m.Step(batch))(t)
				after := mustNetwork(t, m).Weights()
				checkGradient(t, fmt.Sprintf("%d kinds, %d rounds, %d workers", kinds, rounds, workers), rng, weights, before.Weights(), after, plain, .001, 5e-3, loss)
			}
		}
	}
}

// BenchmarkStackStep is an optimizer step of "train ppo" for Gin Rummy.
func BenchmarkStackStep(b *testing.B) {
	d := cardStack(52, 2, network.AceLow)
	d.Inputs[0] = network.Input{Name: "cards", Shape: []int{52, 18}, Scale: 1}
	d.Inputs[1].Shape = []int{26}
	d.Stack.Width, d.Stack.Pooled = 32, 64
	const rows = 512
	m := mustModel(b, d, train.Settings{Losses: []train.Loss{train.CrossEntropy{Head: network.Policy}}, Optimizer: train.Adam(1e-3), MaxBatch: rows, Workers: 1})
	rng := rand.New(rand.NewPCG(1, 2))
	batch := &train.Batch{Inputs: fill(rows*d.InputSize(), func(int) float32 { return float32(rng.IntN(7) / 6) }), Targets: []train.Target{{}}}
	for range rows {
		batch.Targets[0].Labels = append(batch.Targets[0].Labels, int32(rng.IntN(53)))
		for a := range 54 {
			batch.Targets[0].Mask = append(batch.Targets[0].Mask, uint8((a*7+len(batch.Targets[0].Labels))%5/4))
		}
		at := len(batch.Targets[0].Mask) - 54
		batch.Targets[0].Mask[at+int(batch.Targets[0].Labels[len(batch.Targets[0].Labels)-1])] = 1
	}
	for b.Loop() {
		must.Get(m.Step(batch))(b)
	}
}
