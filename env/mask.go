package env

import (
	"encoding/binary"

	"rummygym/env/game"
)

// spread writes the first len(dst) bits of m as bytes 0 and 1.
func spread(dst []uint8, m *game.Mask) {
	// Naively dst[i] = bit i. Instead eight at a time: the byte is copied into
	// all eight lanes of a word, lane i keeps bit i, and adding 0x7f carries any
	// bit that is left into the lane's top bit.
	const lanes = 0x0101010101010101
	i := 0
	for ; i+8 <= len(dst); i += 8 {
		w := m[i>>6] >> (i & 63) & 0xff * lanes & 0x8040201008040201
		binary.LittleEndian.PutUint64(dst[i:], (w+0x7f*lanes)>>7&lanes)
	}
	for ; i < len(dst); i++ {
		dst[i] = uint8(m[i>>6] >> (i & 63) & 1)
	}
}
