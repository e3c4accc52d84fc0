package train_test

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"rummygym/agents/network"
	"rummygym/train"
)

// processorTime returns the time that the process has had on processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it cannot fail for the own process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// The network of issue 6: 200-128-128-1, batches of 256, Adam, a share of the inputs
// not 0.
func BenchmarkStep(b *testing.B) {
	for _, percent := range []int{33, 100} {
		b.Run(fmt.Sprintf("%d%%", percent), func(b *testing.B) {
			d := network.Description{
				Format: 1, Game: "toy", Fields: "all", Inputs: []network.Input{{Name: "x", Shape: []int{200}, Scale: 1}},
				Layers: []network.Layer{{Name: "one", Size: 128, Activation: network.ReLU}, {Name: "two", Size: 128, Activation: network.ReLU}},
				Heads:  []network.Head{{Name: "value", Size: 1}},
			}
			m, err := train.New(d, train.Settings{Losses: []train.Loss{train.SquaredError{Head: "value"}}, Optimizer: train.Adam(1e-3), MaxBatch: 256})
			if err != nil {
				b.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			var batches []train.Batch
			for range 64 {
				x, y := make([]float32, 256*200), make([]float32, 256)
				for i := range x {
					if rng.IntN(100) < percent {
						x[i] = 1
					}
				}
				for i := range y {
					y[i] = float32(rng.NormFloat64())
				}
				batches = append(batches, train.Batch{Inputs: x, Targets: []train.Target{{Values: y}}})
			}
			b.ReportAllocs()
			i, before := 0, processorTime()
			for b.Loop() {
				if _, err := m.Step(&batches[i%64]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			b.ReportMetric(256*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}
