package game

import "testing"

// TestEightBytes checks every byte, with other bits above it.
func TestEightBytes(t *testing.T) {
	for b := range uint64(256) {
		got := EightBytes(b | 0xabcdef00)
		for j := range 8 {
			if want := b >> j & 1; got>>(8*j)&0xff != want {
				t.Fatalf("EightBytes(%#x) is %#016x: byte %d is not %d", b, got, j, want)
			}
		}
	}
}
