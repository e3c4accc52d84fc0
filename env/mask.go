package env

import (
	"encoding/binary"

	"rummygym/env/game"
)

// spread writes the first len(dst) bits of m as bytes 0 and 1.
func spread(dst []uint8, m *game.Mask) {
	// The simple form sets dst[i] to bit i. Here eight bits are written at a time: the
	// byte is copied into all eight lanes of a word, lane i keeps bit i, and adding
	// 0x7f carries that bit into the lane's top bit. Most words are 0, because most
	// actions are melds, which are legal only at the end of a hand.
	const lanes = 0x0101010101010101
	for _, word := range m {
		block := dst[:min(64, len(dst))]
		dst = dst[len(block):]
		if word == 0 {
			clear(block)
			continue
		}
		for ; len(block) >= 8; block = block[8:] {
			w := word & 0xff * lanes & 0x8040201008040201
			binary.LittleEndian.PutUint64(block, (w+0x7f*lanes)>>7&lanes)
			word >>= 8
		}
		for i := range block {
			block[i] = uint8(word >> i & 1)
		}
	}
}
