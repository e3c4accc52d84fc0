package train

import (
	"math"

	"rummygym/agents/network"
	"rummygym/env/game"
)

// Measure returns the scale of a field, by which its entries are divided, from the mean
// and the mean square of its entries.
type Measure func(mean, square float64) float64

// Spread is the standard deviation: small differences of large numbers keep their effect.
func Spread(mean, square float64) float64 { return math.Sqrt(max(0, square-mean*mean)) }

// Magnitude is the root mean square: no entry is far above 1 or dominates the others,
// not even a constant one.
func Magnitude(_, square float64) float64 { return math.Sqrt(square) }

// Inputs returns the fields of a layout as inputs of a network. Each is scaled by the
// measure of its entries in n observations, but by at least 1: flags and counts of cards
// stay as they are, and fields with a wide range are reduced to a similar one. A network
// learns much faster from them than from fields scaled by their maximum, which hides
// small differences, such as those of two distances. A field that is the same in all n
// observations is scaled by its maximum: the scores of a match, which are 0 in single hands,
// must not decide when the network plays matches. see must write observation i to dst, which has
// the size of the layout.
func Inputs(l game.Layout, n int, see func(dst []float32, i int), by Measure) []network.Input {
	inputs := network.Inputs(l)
	values, first := make([]float32, l.Size()), make([]float32, l.Size())
	varies := make([]bool, len(inputs))
	sums, squares := make([]float64, len(inputs)), make([]float64, len(inputs))
	for i := range n {
		see(values, i)
		if i == 0 {
			copy(first, values)
		}
		at := 0
		for f := range inputs {
			for range inputs[f].Size() {
				v := float64(values[at])
				sums[f] += v
				squares[f] += float64(v * v)
				varies[f] = varies[f] || values[at] != first[at]
				at++
			}
		}
	}
	for f := range inputs {
		if varies[f] {
			n := float64(n * inputs[f].Size())
			inputs[f].Scale = by(sums[f]/n, squares[f]/n)
		}
		inputs[f].Scale = max(1, inputs[f].Scale)
	}
	return inputs
}

// CardInputs returns the fields of an encoder in planes of cards as inputs of a stack of cards ([network.CardStack]). Each plane and each
// number is scaled by its root mean square in n observations, but by at least .1, or not at all if it is the same in all of them.
func CardInputs(l game.Layout, n int, see func(dst []float32, i int)) []network.Input {
	inputs := network.Inputs(l)
	values, first := make([]float32, l.Size()), make([]float32, l.Size())
	squares, varies := make([][]float64, len(inputs)), make([][]bool, len(inputs))
	for f := range inputs {
		last := inputs[f].Shape[len(inputs[f].Shape)-1]
		squares[f], varies[f] = make([]float64, last), make([]bool, last)
	}
	for i := range n {
		see(values, i)
		if i == 0 {
			copy(first, values)
		}
		at := 0
		for f := range inputs {
			for k := range inputs[f].Size() {
				k %= len(squares[f])
				squares[f][k] += float64(values[at]) * float64(values[at])
				varies[f][k] = varies[f][k] || values[at] != first[at]
				at++
			}
		}
	}
	for f := range inputs {
		inputs[f].Scale = 1
		for k, square := range squares[f] {
			scale := 1.0
			if rows := inputs[f].Size() / len(squares[f]); varies[f][k] {
				scale = max(.1, math.Sqrt(square/float64(n*rows)))
			}
			inputs[f].Scales = append(inputs[f].Scales, scale)
		}
	}
	return inputs
}
