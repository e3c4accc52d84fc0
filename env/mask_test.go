package env

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
)

func TestSpread(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	for n := range game.MaskSize + 1 {
		m := game.Mask{src.Uint64(), src.Uint64(), src.Uint64(), src.Uint64()}
		dst := make([]uint8, n)
		for i := range dst {
			dst[i] = 0xaa // the earlier contents must have no effect
		}
		spread(dst, &m)
		for i, b := range dst {
			if want := m.Has(game.Action(i)); (b == 1) != want || b > 1 {
				t.Fatalf("%d bytes of %x: byte %d is %d", n, m, i, b)
			}
		}
	}
}
