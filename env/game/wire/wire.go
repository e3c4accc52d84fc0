// Package wire reads and writes the pieces of which serialised states and
// snapshots are made: numbers, little-endian or as varints, and lists of cards.
//
// Start from [NewReader]. The other side needs only [AppendCards] beside the
// Append functions of encoding/binary. What a form consists of is said where it
// is written.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"rummygym/env/card"
)

// AppendCards appends the number of cards, less than 256, in a byte, and then the
// cards.
func AppendCards(dst []byte, cards []card.Card) []byte {
	dst = append(dst, byte(len(cards)))
	for _, c := range cards {
		dst = append(dst, byte(c))
	}
	return dst
}

// Reader takes values off the front of a serialised form. After the end all reads
// give zeros, so that it is enough to ask [Reader.Short] or [Reader.End] once.
type Reader struct {
	data  []byte
	short bool
}

// NewReader returns a reader of data, which it does not change.
func NewReader(data []byte) Reader { return Reader{data: data} }

var (
	errShort = errors.New("ends before its end: it was cut off")
	zeros    [8]byte // never written to
)

// Short returns an error if something was read beyond the end. It is worded as
// what the form does, to stand after its name, as that of [Reader.End] is.
func (r *Reader) Short() error {
	if r.short {
		return errShort
	}
	return nil
}

// End returns an error unless all was read, and nothing beyond the end.
func (r *Reader) End() error {
	if len(r.data) > 0 {
		return fmt.Errorf("goes on for %d bytes after its end", len(r.data))
	}
	return r.Short()
}

// Left returns what was not read yet, a part of the data.
func (r *Reader) Left() []byte { return r.data }

// Cut makes the form count as cut off here, for a length that cannot be.
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

// Float64 reads the little-endian bits of a number.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Uvarint reads what binary.AppendUvarint wrote.
func (r *Reader) Uvarint() uint64 {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.Cut()
		return 0
	}
	r.data = r.data[n:]
	return x
}

// Bytes returns the next n bytes, a part of the data, or nil if there are fewer.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.Cut()
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

// Cards reads what [AppendCards] wrote into dst and returns the number of cards.
// More than dst has room for count as cut off.
func (r *Reader) Cards(dst []card.Card) uint8 {
	n := r.Byte()
	if int(n) > len(dst) || int(n) > len(r.data) {
		r.Cut()
		return 0
	}
	for i, b := range r.data[:n] {
		dst[i] = card.Card(b)
	}
	r.data = r.data[n:]
	return n
}
