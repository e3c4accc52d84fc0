package game

import (
	"iter"
	"math/bits"
)

// MaskSize is the number of actions that a Mask can hold.
const MaskSize = 256

// Mask is a set of actions, one bit each. The zero value is empty.
type Mask [MaskSize / 64]uint64

// Set adds action a, which must be below MaskSize.
func (m *Mask) Set(a Action) { m[a>>6] |= 1 << (a & 63) }

// Unset removes action a, which must be below MaskSize.
func (m *Mask) Unset(a Action) { m[a>>6] &^= 1 << (a & 63) }

// Has reports whether a is in the set. It is false for any a out of range.
func (m *Mask) Has(a Action) bool { return a < MaskSize && m[a>>6]>>(a&63)&1 != 0 }

// Count returns the number of actions in the set.
func (m *Mask) Count() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

// Nth returns the n-th action of the set in ascending order, counted from 0, or
// NoAction if the set has n actions or fewer.
func (m *Mask) Nth(n int) Action {
	for i, w := range m {
		if c := bits.OnesCount64(w); n >= c {
			n -= c
			continue
		}
		for range n {
			w &= w - 1
		}
		return Action(64*i + bits.TrailingZeros64(w))
	}
	return NoAction
}

// Each yields the actions of the set in ascending order.
func (m *Mask) Each() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for i, w := range m {
			for ; w != 0; w &= w - 1 {
				if !yield(Action(64*i + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// EightBytes returns the low eight bits of w as eight bytes 0 or 1, the lowest first.
func EightBytes(w uint64) uint64 {
	// Byte j of eight copies keeps bit j, and adding 127 carries it to bit 7 of the byte.
	const copies = 0x0101010101010101
	return (w&0xff*copies&0x8040201008040201 + 0x7f*copies) >> 7 & copies
}
