package train

import (
	"math"

	"rummygym/agents/network"
	"rummygym/env/game"
)

// Measure is by what the entries of a field are divided, given their mean and the mean
// of their squares.
type Measure func(mean, square float64) float64

// Spread is the standard deviation: small differences of large numbers count most.
func Spread(mean, square float64) float64 { return math.Sqrt(max(0, square-mean*mean)) }

// Magnitude is the root of the mean square: no entry is far above 1 or moves all others,
// not even one that never changes.
func Magnitude(_, square float64) float64 { return math.Sqrt(square) }

// Inputs returns the fields of a layout as inputs of a network, each scaled by the
// measure of its entries in n observations, and by at least 1: flags and copies of cards
// stay as they are, and numbers of a wide range come near them. A network learns from
// them much faster than from the greatest value as scale, which hides small
// differences, as of two distances. See writes observation i into a slice of the
// layout's size.
func Inputs(l game.Layout, n int, see func(dst []float32, i int), by Measure) []network.Input {
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
		inputs[f].Scale = max(1, by(sums[f]/n, squares[f]/n))
	}
	return inputs
}
