package shard

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/env/game"
)

// fieldBuffer holds the values of one field for many rows, in the field's own type. Only
// the slice of that type is used.
type fieldBuffer struct {
	field  *game.Field
	offset int // position of the field in the encoded values
	size   int // entries per row

	u8  []uint8
	i8  []int8
	i16 []int16
	i32 []int32
	f32 []float32
}

// newFieldBuffers returns an empty buffer for each field of a layout.
func newFieldBuffers(layout game.Layout) []fieldBuffer {
	buffers := make([]fieldBuffer, len(layout))
	offset := 0
	for i := range layout {
		f := &layout[i]
		buffers[i] = fieldBuffer{field: f, offset: offset, size: f.Size()}
		offset += f.Size()
	}
	return buffers
}

func (b *fieldBuffer) reset() {
	b.u8, b.i8, b.i16, b.i32, b.f32 = b.u8[:0], b.i8[:0], b.i16[:0], b.i32[:0], b.f32[:0]
}

// append adds the field's part of the encoded values. It reports whether the
// field's type represents every value exactly; if not, the buffer still grows by as
// many entries.
func (b *fieldBuffer) append(values []float32) bool {
	src := values[b.offset : b.offset+b.size]
	var exact bool
	switch b.field.DType {
	case game.Uint8:
		b.u8, exact = appendNarrow(b.u8, src)
	case game.Int8:
		b.i8, exact = appendNarrow(b.i8, src)
	case game.Int16:
		b.i16, exact = appendNarrow(b.i16, src)
	case game.Int32:
		b.i32, exact = appendNarrow(b.i32, src)
	default:
		b.f32, exact = append(b.f32, src...), true
	}
	return exact
}

// join adds the values of a buffer of the same field.
func (b *fieldBuffer) join(rest buffer) {
	o := rest.(*fieldBuffer)
	b.u8, b.i8, b.i16, b.i32, b.f32 = append(b.u8, o.u8...), append(b.i8, o.i8...), append(b.i16, o.i16...), append(b.i32, o.i32...), append(b.f32, o.f32...)
}

// appendNarrow appends src to dst, converted to the type of dst. It reports whether
// every value was converted exactly.
func appendNarrow[T uint8 | int8 | int16 | int32](dst []T, src []float32) ([]T, bool) {
	n := len(dst)
	if cap(dst)-n < len(src) {
		grown := make([]T, n, 2*cap(dst)+len(src))
		copy(grown, dst)
		dst = grown
	}
	dst = dst[:n+len(src)]
	return dst, narrow(dst[n:], src)
}

// narrow converts src to out, which has the same length. It reports whether every
// value was converted exactly.
//
// The plain way is one value at a time: convert, store, convert back, compare. Most
// entries of an observation are zero, and most zeros are adjacent to others, so the
// loop tests four at a time first, which saves a third of the time (BenchmarkNarrow).
func narrow[T uint8 | int8 | int16 | int32](out []T, src []float32) bool {
	exact := true
	for len(src) >= 4 && len(out) >= 4 {
		s, o := src[:4], out[:4]
		if math.Float32bits(s[0])|math.Float32bits(s[1])|math.Float32bits(s[2])|math.Float32bits(s[3]) == 0 {
			o[0], o[1], o[2], o[3] = 0, 0, 0, 0
		} else {
			// An out-of-range conversion gives some value of T, which then differs.
			a, b, c, d := T(int32(s[0])), T(int32(s[1])), T(int32(s[2])), T(int32(s[3]))
			o[0], o[1], o[2], o[3] = a, b, c, d
			exact = exact && float32(a) == s[0] && float32(b) == s[1] && float32(c) == s[2] && float32(d) == s[3]
		}
		src, out = src[4:], out[4:]
	}
	for i, x := range src {
		v := T(int32(x))
		out[i] = v
		exact = exact && float32(v) == x
	}
	return exact
}

// inexact returns the error for values that append reported as inexact: the
// layout and the encoder disagree.
func (b *fieldBuffer) inexact(values []float32) error {
	for i, x := range values[b.offset : b.offset+b.size] {
		one := fieldBuffer{field: b.field, size: 1}
		if !one.append([]float32{x}) {
			return fmt.Errorf("observation field %s: entry %d is %v, which is not a value of its type %s: correct the encoder's layout", b.field.Name, i, x, b.field.DType)
		}
	}
	return nil
}

// array returns the values in Arrow's memory layout.
func (b *fieldBuffer) array(t arrow.DataType, rows int) arrow.Array {
	data := b.u8
	switch b.field.DType {
	case game.Int8:
		data = arrow.GetBytes(b.i8)
	case game.Int16:
		data = arrow.GetBytes(b.i16)
	case game.Int32:
		data = arrow.GetBytes(b.i32)
	case game.Float32:
		data = arrow.GetBytes(b.f32)
	}
	return arrayOf(t, rows, data)
}
