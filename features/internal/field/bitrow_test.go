package field

import (
	"math/rand/v2"
	"testing"
)

// TestExpand checks both expansions of rows of few and of many bits, at all lengths.
func TestExpand(t *testing.T) {
	src := rand.New(rand.NewPCG(2, 2))
	for n := range len(BitRow{}) * 64 {
		var r BitRow
		for i := range r {
			r[i] = src.Uint64()
			for range n % 5 {
				r[i] &= src.Uint64()
			}
		}
		floats, bytes := make([]float32, n), make([]uint8, n)
		for i := range n {
			floats[i], bytes[i] = 7, 7
		}
		Expand(&r, floats)
		Expand(&r, bytes)
		for i := range n {
			if want := r[i/64] >> (i % 64) & 1; floats[i] != float32(want) || bytes[i] != uint8(want) {
				t.Fatalf("%d entries: entry %d is %v and %v, want %d", n, i, floats[i], bytes[i], want)
			}
		}
	}
}
