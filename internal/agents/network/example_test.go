package network_test

import (
	"fmt"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/safetensors"
)

// This example describes a network of one layer, gives it weights, evaluates it, and
// writes it as a file that Python can read.
func Example() {
	n, err := network.New(network.Description{
		Format: network.Format, Game: "indian", Fields: "distance",
		Inputs: []network.Input{{Name: "min_dist", Scale: 13}},
		Layers: []network.Layer{{Name: "hidden", Size: 2, Activation: network.ReLU}},
		Heads:  []network.Head{{Name: "value", Size: 1}},
	}, []safetensors.Tensor{
		{Name: "hidden.weight", Shape: []int{2, 1}, Data: []float32{1, -1}},
		{Name: "hidden.bias", Shape: []int{2}, Data: []float32{0, 0.5}},
		{Name: "value.weight", Shape: []int{1, 2}, Data: []float32{-4, 8}},
		{Name: "value.bias", Shape: []int{1}, Data: []float32{0.25}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	value := n.NewEvaluator()
	for _, dist := range []float32{0, 13} {
		value.Run([]float32{dist})
		fmt.Println("MinDist", dist, "value", value.Output(n.Description().Head("value"), 0))
	}
	file, err := n.Append(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := network.Decode(file)
	fmt.Println(again.Parameters(), "weights, error", err)
	// Output:
	// MinDist 0 value 4.25
	// MinDist 13 value -3.75
	// 7 weights, error <nil>
}
