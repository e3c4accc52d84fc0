package train

import (
	"math"

	"rummygym/env/game"
	"rummygym/internal/agents/network"
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
	for f, columns := range measure(l, n, see, func(game.Field) int { return 1 }) {
		if c := columns[0]; c.varies {
			inputs[f].Scale = by(c.sum/c.n, c.squares/c.n)
		}
		inputs[f].Scale = max(1, inputs[f].Scale)
	}
	return inputs
}

// CardInputs returns the fields of an encoder in planes of cards as inputs of a stack of cards ([network.CardStack]). Each plane and each
// number is scaled by its root mean square in n observations, but by at least .1, or not at all if it is the same in all of them.
func CardInputs(l game.Layout, n int, see func(dst []float32, i int)) []network.Input {
	inputs := network.Inputs(l)
	for f, columns := range measure(l, n, see, func(f game.Field) int { return f.Shape[len(f.Shape)-1] }) {
		inputs[f].Scale = 1
		for _, c := range columns {
			scale := 1.0
			if c.varies {
				scale = max(.1, Magnitude(0, c.squares/c.n))
			}
			inputs[f].Scales = append(inputs[f].Scales, scale)
		}
	}
	return inputs
}

// column is what was measured of some entries of a field: their number, sums, and whether one differs from that of the first observation.
type column struct {
	n, sum, squares float64
	varies          bool
}

// measure returns by field what n observations have in each of its columns: entry k of the field is in column k modulo their number.
func measure(l game.Layout, n int, see func(dst []float32, i int), columns func(game.Field) int) [][]column {
	all := make([][]column, len(l))
	for f := range l {
		all[f] = make([]column, columns(l[f]))
	}
	values, first := make([]float32, l.Size()), make([]float32, l.Size())
	for i := range n {
		see(values, i)
		if i == 0 {
			copy(first, values)
		}
		at := 0
		for f := range l {
			for k := range l[f].Size() {
				c, v := &all[f][k%len(all[f])], float64(values[at])
				c.n++
				c.sum += v
				c.squares += float64(v * v)
				c.varies = c.varies || values[at] != first[at]
				at++
			}
		}
	}
	return all
}
