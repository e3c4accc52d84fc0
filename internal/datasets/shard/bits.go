package shard

import (
	"encoding/binary"

	"rummygym/env/game"
)

// bitList is a growing list of bits in Arrow's order: bit i is bit i%8 of byte i/8,
// where bit 0 is the least significant. Bits after the last are zero.
type bitList struct {
	bytes []byte // whole 64-bit words, little-endian
	last  uint64 // the word being filled, not yet in bytes
	n     int    // number of bits
}

// reset empties the list but keeps its memory.
func (l *bitList) reset() { l.bytes, l.last, l.n = l.bytes[:0], 0, 0 }

// appendWord appends the k lowest bits of w, for k in [0, 64]. All higher bits of
// w must be zero.
func (l *bitList) appendWord(w uint64, k int) {
	used := l.n & 63
	l.last |= w << used
	l.n += k
	if used+k >= 64 {
		l.bytes = binary.LittleEndian.AppendUint64(l.bytes, l.last)
		l.last = w >> (64 - used) // 0 if used is 0: Go shifts by 64 give 0
	}
}

// appendMask appends the first n bits of a mask.
func (l *bitList) appendMask(m *game.Mask, n int) {
	for _, w := range m {
		if n <= 0 {
			return
		}
		k := min(n, 64)
		l.appendWord(w&(^uint64(0)>>(64-k)), k)
		n -= k
	}
}

// appendBools appends one bit per value.
func (l *bitList) appendBools(values []bool) {
	for _, v := range values {
		w := uint64(0)
		if v {
			w = 1
		}
		l.appendWord(w, 1)
	}
}

// appendList adds the bits of another list.
func (l *bitList) appendList(o *bitList) {
	for at := 0; at < len(o.bytes); at += 8 {
		l.appendWord(binary.LittleEndian.Uint64(o.bytes[at:]), 64)
	}
	l.appendWord(o.last, o.n&63)
}

// packed returns the bits as bytes, without unused bytes at the end. The slice is
// valid until the list changes.
func (l *bitList) packed() []byte {
	whole := len(l.bytes)
	b := l.bytes
	if l.n&63 != 0 {
		b = binary.LittleEndian.AppendUint64(b, l.last)
		l.bytes = b[:whole]
	}
	return b[:(l.n+7)/8]
}
