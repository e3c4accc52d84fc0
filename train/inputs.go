package train

import (
	"math"

	"rummygym/agents/network"
	"rummygym/env/game"
)

// Inputs returns the fields of a layout as inputs of a network, each with the standard
// deviation of its entries in n observations as scale, and at least 1: flags and copies
// of cards stay as they are, and numbers of a wide range come near them. A network
// learns from them much faster than from the greatest value as scale, which hides small
// differences, as of two distances. See writes observation i into a slice of the
// layout's size.
func Inputs(l game.Layout, n int, see func(dst []float32, i int)) []network.Input {
	inputs := network.Inputs(l)
	values := make([]float32, l.Size())
	sums, squares := make([]float64, len(inputs)), make([]float64, len(inputs))
	for i := range n {
		see(values, i)
		at := 0
		for f := range inputs {
			for range inputs[f].Size() {
				v := float64(values[at])
				sums[f] += v
				squares[f] += v * v
				at++
			}
		}
	}
	for f := range inputs {
		n := float64(max(n, 1) * inputs[f].Size())
		mean := sums[f] / n
		inputs[f].Scale = max(1, math.Sqrt(max(0, squares[f]/n-mean*mean)))
	}
	return inputs
}
