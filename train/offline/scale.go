package offline

import (
	"math"

	"rummygym/agents/network"
)

// Inputs returns the fields of the rows as inputs of a network, each with the standard
// deviation of its entries in the rows as scale, and at least 1: flags and copies of cards
// stay as they are, and numbers of a wide range come near them. A network learns from
// them much faster than from the greatest value as scale, which hides small differences,
// as of two distances (see the package comment).
func Inputs(rows *Rows) []network.Input {
	inputs := network.Inputs(rows.pack.layout)
	values := make([]float32, rows.pack.width)
	sums, squares := make([]float64, len(inputs)), make([]float64, len(inputs))
	for i := range rows.Len() {
		rows.Inputs(values, i)
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
		n := float64(rows.Len() * inputs[f].Size())
		mean := sums[f] / n
		inputs[f].Scale = max(1, math.Sqrt(max(0, squares[f]/n-mean*mean)))
	}
	return inputs
}
