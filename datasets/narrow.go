package datasets

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/env/game"
)

// fieldBuffer holds the values of one observation field for many rows, in the
// field's own type. Only the slice of that type is used.
type fieldBuffer struct {
	field  *game.Field
	offset int // of the field in an encoded observation
	size   int // entries a row

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

// append adds the field's part of an encoded observation. It reports whether
// every value is one of the field's type exactly; if not, the buffer is as long
// as if it had been.
func (b *fieldBuffer) append(observation []float32) bool {
	src := observation[b.offset : b.offset+b.size]
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

// appendNarrow appends src to dst in the type of dst, and reports whether every
// value came through unchanged.
func appendNarrow[T uint8 | int8 | int16 | int32](dst []T, src []float32) ([]T, bool) {
	n := len(dst)
	if cap(dst)-n < len(src) {
		grown := make([]T, n, 2*cap(dst)+len(src))
		copy(grown, dst)
		dst = grown
	}
	dst = dst[:n+len(src)]
	out := dst[n:][:len(src)]
	exact := true
	for i, x := range src {
		// Conversions out of range give some value of T, which then differs.
		v := T(int32(x))
		out[i] = v
		exact = exact && float32(v) == x
	}
	return dst, exact
}

// inexact returns the error of an observation that append found wrong: the
// layout and the encoder disagree.
func (b *fieldBuffer) inexact(observation []float32) error {
	for i, x := range observation[b.offset : b.offset+b.size] {
		one := fieldBuffer{field: b.field, size: 1}
		if !one.append([]float32{x}) {
			return fmt.Errorf("observation field %s: entry %d is %v, which is not a value of its type %s: mend the encoder's layout", b.field.Name, i, x, b.field.DType)
		}
	}
	return nil
}

// bytes returns the values as Arrow lays them out.
func (b *fieldBuffer) bytes() []byte {
	switch b.field.DType {
	case game.Uint8:
		return b.u8
	case game.Int8:
		return arrow.Int8Traits.CastToBytes(b.i8)
	case game.Int16:
		return arrow.Int16Traits.CastToBytes(b.i16)
	case game.Int32:
		return arrow.Int32Traits.CastToBytes(b.i32)
	}
	return arrow.Float32Traits.CastToBytes(b.f32)
}
