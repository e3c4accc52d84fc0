package features

import "rummygym/env/game"

// afterSlot numbers the fields of the afterstates of a game, in their order.
type afterSlot uint8

// afterFields says where the fields of afterstates lie, and writes them so that a byte
// holds each entry.
type afterFields struct {
	layout game.Layout
	size   int
	at     []int     // where the field of each slot starts, or off
	high   []float32 // of each slot
	step   []float32 // a 255th of high
}

// newAfterFields lays out the fields of the groups.
func newAfterFields[G ~uint32](fields []groupedField[G], groups G) afterFields {
	n := len(fields)
	x := afterFields{at: make([]int, n), high: make([]float32, n), step: make([]float32, n)}
	x.layout = layOut(x.at, fields, groups)
	x.size = x.layout.Size()
	for i := range fields {
		x.high[i] = float32(fields[i].field.High)
		x.step[i] = x.high[i] / 255
	}
	return x
}

// count writes v into entry i of a field of whole numbers.
func (x *afterFields) count(dst []float32, s afterSlot, i, v int) {
	dst[x.at[s]+i] = min(float32(v), x.high[s])
}

// fraction writes v into entry i of a field of fractions. The conversion keeps compilers
// from fusing product and sum.
func (x *afterFields) fraction(dst []float32, s afterSlot, i int, v float32) {
	dst[x.at[s]+i] = float32(int32(float32(min(max(v/x.high[s], 0), 1)*255)+0.5)) * x.step[s]
}

// flag writes 1 into a field if yes.
func (x *afterFields) flag(dst []float32, s afterSlot, i int, yes bool) {
	if yes {
		dst[x.at[s]+i] = 1
	}
}
