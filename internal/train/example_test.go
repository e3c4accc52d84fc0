package train_test

import (
	"fmt"

	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// A network with one layer learns whether exactly one of two inputs is 1.
func Example() {
	d := network.Description{
		Format: network.Format, Game: "indian", Fields: "none",
		Inputs: []network.Input{{Name: "x", Shape: []int{2}, Scale: 1}},
		Layers: []network.Layer{{Name: "hidden", Size: 8, Activation: network.Tanh}},
		Heads:  []network.Head{{Name: "one", Size: 1}},
	}
	m, err := train.New(d, train.Settings{
		Losses: []train.Loss{train.Logistic{Head: "one"}}, Optimizer: train.Adam(0.05), MaxBatch: 4, Seed: 1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	batch := train.Batch{
		Inputs:  []float32{0, 0, 0, 1, 1, 0, 1, 1},
		Targets: []train.Target{{Values: []float32{0, 1, 1, 0}}},
	}
	for range 300 {
		if _, err := m.Step(&batch); err != nil {
			fmt.Println(err)
			return
		}
	}
	values, err := m.Evaluate(&batch)
	fmt.Println(m.Columns()[2], values[2], err)
	n, err := m.Network() // for an agent, or to write to a file
	fmt.Println(n.Parameters(), "weights, error", err)
	// Output:
	// one/accuracy 1 <nil>
	// 33 weights, error <nil>
}
