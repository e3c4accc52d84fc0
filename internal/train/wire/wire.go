// Package wire reads and writes the parts of the states of learners:
// numbers, little-endian or as varints, and bytes.
//
//	data = wire.AppendBytes(data, name)
//
//	r := wire.NewReader(data)
//	name := r.Bytes(r.Uint64())
//	err := r.End() // truncated, or more than was read
//
// Start from [NewReader]. Writers use [AppendBytes] and the Append functions of
// encoding/binary. The function that writes a format documents it.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// AppendBytes appends the number of bytes, little-endian in eight bytes, and then the bytes.
// Read them as r.Bytes(r.Uint64()).
func AppendBytes(dst, b []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(dst, uint64(len(b))), b...)
}

// Reader reads values from the front of serialised data. Reads beyond the end return
// zeros, so that one call of [Reader.Short] or [Reader.End] after all reads is enough.
type Reader struct {
	data  []byte
	short bool
}

// NewReader returns a reader of data, which it does not change.
func NewReader(data []byte) Reader { return Reader{data: data} }

var (
	errShort = errors.New("ends too early: it was cut off")
	zeros    [8]byte // never written to
)

// Short returns an error if a value was read beyond the end. The text of the error is
// a predicate, as that of [Reader.End]; the caller puts the name of the data before it.
func (r *Reader) Short() error {
	if r.short {
		return errShort
	}
	return nil
}

// End returns an error if data is left, or if a value was read beyond the end.
func (r *Reader) End() error {
	if len(r.data) > 0 {
		return fmt.Errorf("has %d bytes after its end", len(r.data))
	}
	return r.Short()
}

// Left returns the data that is not read yet. It shares memory with the data.
func (r *Reader) Left() []byte { return r.data }

// Cut marks the data as cut off here. A caller uses it for an invalid length.
func (r *Reader) Cut() { r.data, r.short = nil, true }

// take returns the next n bytes, or n zeros, for n up to 8.
func (r *Reader) take(n int) []byte {
	if len(r.data) < n {
		r.Cut()
		return zeros[:n]
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

// Byte reads a byte.
func (r *Reader) Byte() byte { return r.take(1)[0] }

// Uint32 reads a little-endian number.
func (r *Reader) Uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }

// Uint64 reads a little-endian number.
func (r *Reader) Uint64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

// Float32 reads the little-endian bits of a number.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Float64 reads the little-endian bits of a number.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Uvarint reads a number that binary.AppendUvarint wrote.
func (r *Reader) Uvarint() uint64 {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.Cut()
		return 0
	}
	r.data = r.data[n:]
	return x
}

// Bytes returns the next n bytes, which share memory with the data, or nil if there are
// fewer.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.Cut()
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}
