package main

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// lanes has the lowest bit of each byte.
const lanes = 0x0101010101010101

// sample sets actions [N] to legal actions. An action is legal at table i if its byte
// in row i of masks [N, A] is not 0. Of the c legal actions, sample takes the one with
// index ⌊u·c⌋, counted from 0, where u in [0, 1) is entry i of uniforms [N]. A row
// without legal actions gives -1.
func sample(masks []uint8, uniforms []float64, actions []int64) error {
	n := len(actions)
	if len(uniforms) != n || n > 0 && len(masks)%n != 0 {
		return fmt.Errorf("arrays masks, uniforms and actions have %d, %d and %d entries: want N × A, N and N", len(masks), len(uniforms), n)
	}
	for i, u := range uniforms {
		if !(u >= 0 && u < 1) {
			return fmt.Errorf("array uniforms has %v at table %d: want numbers in [0, 1)", u, i)
		}
		row := masks[i*len(masks)/n : (i+1)*len(masks)/n]
		actions[i] = -1
		if c := count(row); c > 0 {
			actions[i] = int64(nth(row, int(u*float64(c))))
		}
	}
	return nil
}

// count returns how many bytes of row are not 0.
func count(row []uint8) int {
	// Naively one byte at a time, or eight. Instead 32, because most of a row is zeros.
	n := uint64(0)
	for ; len(row) >= 32; row = row[32:] {
		a, b := binary.LittleEndian.Uint64(row), binary.LittleEndian.Uint64(row[8:])
		c, d := binary.LittleEndian.Uint64(row[16:]), binary.LittleEndian.Uint64(row[24:])
		if a|b|c|d != 0 {
			n += total(ones(a) + ones(b) + ones(c) + ones(d))
		}
	}
	for at := 0; at < len(row); at += 8 {
		n += total(ones(word(row, at)))
	}
	return int(n)
}

// nth returns the index of the byte of row that is not 0 and follows k such bytes, or
// -1 if there is none.
func nth(row []uint8, k int) int {
	for at := 0; at < len(row); at += 8 {
		w := ones(word(row, at))
		c := int(total(w))
		if k >= c {
			k -= c
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return at + bits.TrailingZeros64(w)/8
	}
	return -1
}

// word returns the eight bytes of row from index at, with zeros after the end of row.
func word(row []uint8, at int) uint64 {
	if at+8 <= len(row) {
		return binary.LittleEndian.Uint64(row[at:])
	}
	var w uint64
	for i, b := range row[at:] {
		w |= uint64(b) << (8 * i)
	}
	return w
}

// ones returns a word whose bytes are 1 where those of w are not 0, and 0 elsewhere.
func ones(w uint64) uint64 {
	// Adding 0x7f carries the lower seven bits of a byte, if any is set, into its top bit.
	return (w&(0x7f*lanes) + 0x7f*lanes | w) >> 7 & lanes
}

// total returns the sum of the bytes of w. The sum must be below 256.
func total(w uint64) uint64 { return w * lanes >> 56 }
