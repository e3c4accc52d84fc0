package kernel_test

import (
	"fmt"

	"rummygym/internal/agents/network/kernel"
)

// This example computes a layer of two inputs and eight outputs, of which the first input
// is 0: List finds the nonzero inputs, and Sum adds their rows to the biases.
func Example() {
	columns := []float32{ // [inputs, outputs]
		9, 9, 9, 9, 9, 9, 9, 9,
		1, 2, 3, 4, -1, -2, -3, -4,
	}
	bias := []float32{0, 0, 0, 0, 1, 1, 1, 1}

	index, value := make([]int32, kernel.Width(2)), make([]float32, kernel.Width(2))
	n := kernel.List(index, value, []float32{0, 2}, nil)
	kernel.Sum(bias, index[:n], value[:n], columns, 8)
	fmt.Println(bias)
	kernel.ReLU(bias)
	fmt.Println(bias)
	// Output:
	// [2 4 6 8 -1 -3 -5 -7]
	// [2 4 6 8 0 0 0 0]
}
