package train_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
)

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the own process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// speedCase is one case of BenchmarkStep.
type speedCase struct {
	name       string
	sizes      []int // inputs, layers, head
	percent    int   // of the inputs that are nonzero
	activation network.Activation
	loss       train.Loss
}

// BenchmarkStep trains a network 200-128-128-1 with ReLU and an input density of 33 % or
// 100 %, and variants of it. Batches of 256, Adam.
func BenchmarkStep(b *testing.B) {
	value, policy := []int{200, 128, 128, 1}, []int{200, 128, 128, 110}
	for _, c := range []speedCase{
		{"value", value, 33, network.ReLU, train.SquaredError{Head: "head"}},
		{"dense", value, 100, network.ReLU, train.SquaredError{Head: "head"}},
		{"tanh", value, 33, network.Tanh, train.SquaredError{Head: "head"}},
		{"silu", value, 33, network.SiLU, train.SquaredError{Head: "head"}},
		{"policy", policy, 33, network.ReLU, train.CrossEntropy{Head: "head"}},
		{"ppo", policy, 33, network.ReLU, train.PPO{Policy: "head", Clip: 0.2, EntropyScale: 0.01}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := network.Description{
				Format: 1, Game: "toy", Fields: "all", Inputs: []network.Input{{Name: "x", Shape: c.sizes[:1], Scale: 1}},
				Layers: []network.Layer{{Name: "one", Size: c.sizes[1], Activation: c.activation}, {Name: "two", Size: c.sizes[2], Activation: c.activation}},
				Heads:  []network.Head{{Name: "head", Size: c.sizes[3]}},
			}
			const n = 256
			m := mustModel(b, d, train.Settings{Losses: []train.Loss{c.loss}, Optimizer: train.Adam(1e-3), MaxBatch: n})
			rng := rand.New(rand.NewPCG(1, 1))
			var batches []train.Batch
			for range 64 {
				batches = append(batches, c.batch(rng, n))
			}
			b.ReportAllocs()
			i, before := 0, processorTime()
			for b.Loop() {
				must.Get(m.Step(&batches[i%64]))(b)
				i++
			}
			b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// BenchmarkDiscard trains the networks of truong2021datadriven from ten cards, beliefs
// about most others and four macros. Adam.
func BenchmarkDiscard(b *testing.B) {
	inputs := []network.Input{{Name: "hand_matrix", Shape: []int{4, 13}, Scale: 1}, {Name: "belief_matrix", Shape: []int{4, 13}, Scale: 1}, {Name: "macros", Shape: []int{4}, Scale: 1}}
	for _, c := range []struct {
		name   string
		layers []network.Layer
	}{{"Dual Inception", network.DualInception(inputs, 4)}, {"Dual Inception 16 filters", network.DualInception(inputs, 16)}, {"MLP", network.MLP(16)}} {
		for _, n := range []int{64, 256} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				d := network.Description{Format: 1, Game: "gin", Fields: "all", Inputs: inputs, Layers: c.layers, Heads: []network.Head{{Name: network.Points, Size: 1}}}
				m := mustModel(b, d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: network.Points}}, Optimizer: train.Adam(1e-3), MaxBatch: n})
				x, y := hands(n)
				batch := train.Batch{Inputs: x, Targets: []train.Target{{Values: y}}}
				b.ReportAllocs()
				before := processorTime()
				for b.Loop() {
					must.Get(m.Step(&batch))(b)
				}
				b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
				b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "samples/s")
			})
		}
	}
}

// batch returns n rows for the case: one in seven entries of a wide head counts, and one
// of those is the label.
func (c *speedCase) batch(rng *rand.Rand, n int) train.Batch {
	x := fill(n*c.sizes[0], func(int) float32 {
		if rng.IntN(100) < c.percent {
			return 1
		}
		return 0
	})
	normal := func(int) float32 { return float32(rng.NormFloat64()) }
	size := c.sizes[3]
	if size == 1 {
		return train.Batch{Inputs: x, Targets: []train.Target{{Values: fill(n, normal)}}}
	}
	t := train.Target{Mask: fill(n*size, func(int) uint8 { return uint8(rng.IntN(7) / 6) }), Advantages: fill(n, normal), LogProbs: fill(n, func(int) float32 { return -2 })}
	t.Labels = fill(n, func(r int) int32 {
		label := rng.IntN(size)
		t.Mask[r*size+label] = 1
		return int32(label)
	})
	return train.Batch{Inputs: x, Targets: []train.Target{t}}
}
