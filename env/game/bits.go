package game

// EightBytes returns the low eight bits of w as eight bytes 0 or 1, the lowest first.
func EightBytes(w uint64) uint64 {
	// Byte j of eight copies keeps bit j, and adding 127 carries it to bit 7 of the byte.
	const copies = 0x0101010101010101
	return (w&0xff*copies&0x8040201008040201 + 0x7f*copies) >> 7 & copies
}
