package features

import (
	"math"

	"rummygym/env/game"
)

// groupedField is a field with the group that switches it.
type groupedField[G ~uint32] struct {
	group G
	field game.Field
}

// off marks a field that is switched off.
const off = -1

// layOut returns the layout of the fields of the groups, in order, and sets at[i]
// to where the i-th of all fields starts in it, or to off.
func layOut[G ~uint32](at []int, fields []groupedField[G], groups G) (l game.Layout) {
	size := 0
	for i, f := range fields {
		if groups&f.group == 0 {
			at[i] = off
			continue
		}
		at[i] = size
		size += f.field.Size()
		l = append(l, f.field)
	}
	return l
}

// field returns a field of whole numbers in [low, high], of the narrowest type
// that holds them.
func field(name string, shape []int, low, high int, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: narrowest(low, high), Low: float64(low), High: float64(high), Doc: doc}
}

// shape returns its arguments.
func shape(dims ...int) []int { return dims }

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
