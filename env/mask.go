package env

import (
	"encoding/binary"

	"rummygym/env/game"
)

// spread writes the first len(dst) bits of m as bytes 0 and 1.
func spread(dst []uint8, m *game.Mask) {
	// The simple form sets dst[i] to bit i. Here eight bits are written at a time. Most
	// words are 0, because most actions are melds, which are legal only at the end of a
	// hand.
	for _, word := range m {
		block := dst[:min(64, len(dst))]
		dst = dst[len(block):]
		if word == 0 {
			clear(block)
			continue
		}
		for ; len(block) >= 8; block = block[8:] {
			binary.LittleEndian.PutUint64(block, game.EightBytes(word))
			word >>= 8
		}
		for i := range block {
			block[i] = uint8(word >> i & 1)
		}
	}
}
