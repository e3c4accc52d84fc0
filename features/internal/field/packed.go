package field

import "rummygym/env/game"

// Slot numbers the fields of the afterstates of a game, in their order.
type Slot uint8

// Packed is the layout of the fields of afterstates. It writes values that fit in one byte
// per entry: whole numbers, and fractions rounded to a 255th of the largest value.
type Packed struct {
	Fields game.Layout
	Size   int
	At     []int     // entry at which the field of each slot starts, or Off
	High   []float32 // largest value of each slot
	step   []float32 // High / 255
}

// NewPacked lays out the fields of the given groups.
func NewPacked[G ~uint32](fields []Grouped[G], groups G) Packed {
	n := len(fields)
	x := Packed{At: make([]int, n), High: make([]float32, n), step: make([]float32, n)}
	x.Fields = LayOut(x.At, fields, groups)
	x.Size = x.Fields.Size()
	for i := range fields {
		x.High[i] = float32(fields[i].Field.High)
		x.step[i] = x.High[i] / 255
	}
	return x
}

// Count writes v into entry i of a field of whole numbers, at most the field's largest
// value.
func (x *Packed) Count(dst []float32, s Slot, i, v int) {
	dst[x.At[s]+i] = min(float32(v), x.High[s])
}

// Fraction writes v into entry i of a field of fractions, clamped to the field's range and
// rounded. The conversion keeps compilers from fusing the product and the sum.
func (x *Packed) Fraction(dst []float32, s Slot, i int, v float32) {
	dst[x.At[s]+i] = float32(int32(float32(min(max(v/x.High[s], 0), 1)*255)+0.5)) * x.step[s]
}

// Flag writes 1 into entry i of a field if yes is true.
func (x *Packed) Flag(dst []float32, s Slot, i int, yes bool) {
	if yes {
		dst[x.At[s]+i] = 1
	}
}
