// Package field holds the code that the encoders of both games share: fields in groups
// that can be switched off, the names of groups, and the expansion of sets of cards into
// numbers.
package field

import (
	"math"

	"rummygym/env/game"
)

// Grouped is a field with the group that it belongs to.
type Grouped[G ~uint32] struct {
	Group G
	Field game.Field
}

// In returns a field of a group.
func In[G ~uint32](group G, f game.Field) Grouped[G] { return Grouped[G]{group, f} }

// Off marks a field that is switched off.
const Off = -1

// LayOut returns the layout of the fields of the given groups, in order, and sets at[i]
// to the entry at which field i starts, or to [Off].
func LayOut[G ~uint32](at []int, fields []Grouped[G], groups G) (l game.Layout) {
	size := 0
	for i, f := range fields {
		if groups&f.Group == 0 {
			at[i] = Off
			continue
		}
		at[i] = size
		size += f.Field.Size()
		l = append(l, f.Field)
	}
	return l
}

// Whole returns a field of whole numbers in [low, high], in the narrowest type that
// holds them.
func Whole(name string, shape []int, low, high int, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: narrowest(low, high), Low: float64(low), High: float64(high), Doc: doc}
}

// Shape returns its arguments.
func Shape(dims ...int) []int { return dims }

// narrowest returns the first type that holds all whole numbers in [low, high].
func narrowest(low, high int) game.DType {
	switch {
	case low >= 0 && high <= math.MaxUint8:
		return game.Uint8
	case low >= math.MinInt8 && high <= math.MaxInt8:
		return game.Int8
	case low >= math.MinInt16 && high <= math.MaxInt16:
		return game.Int16
	}
	return game.Int32
}
