package shard

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
)

// FuzzBitList appends words of all lengths and compares with a slice of bools.
func FuzzBitList(f *testing.F) {
	f.Add([]byte{1, 64, 63, 0, 7}, uint64(1))
	f.Add([]byte{64, 64}, uint64(2))
	f.Add([]byte{45, 45, 45, 45, 45, 45, 45, 45}, uint64(3))
	f.Fuzz(func(t *testing.T, lengths []byte, seed uint64) {
		src := rand.NewPCG(seed, 0)
		var l bitList
		var want []bool
		for _, k := range lengths {
			n := int(k) % 65
			w := src.Uint64()
			if n < 64 {
				w &= 1<<n - 1
			}
			l.appendWord(w, n)
			for i := range n {
				want = append(want, w>>i&1 != 0)
			}
			packed := l.packed() // must not disturb what follows
			if len(packed) != (len(want)+7)/8 {
				t.Fatalf("%d bits in %d bytes", len(want), len(packed))
			}
		}
		packed := l.packed()
		for i := range len(packed) * 8 {
			bit := packed[i/8]>>(i%8)&1 != 0
			if bit != (i < len(want) && want[i]) {
				t.Fatalf("bit %d of %d is %v", i, len(want), bit)
			}
		}
	})
}

func TestMasksArePacked(t *testing.T) {
	src := rand.NewPCG(5, 6)
	for _, n := range []int{1, 2, 63, 64, 65, 70, 109, 128, 255, 256} {
		var l bitList
		masks := make([]game.Mask, 40)
		for i := range masks {
			for a := range n {
				if src.Uint64()&3 == 0 {
					masks[i].Set(game.Action(a))
				}
			}
			l.appendMask(&masks[i], n)
		}
		for i := range masks {
			for a := range n {
				at := i*n + a
				if bit := l.packed()[at/8]>>(at%8)&1 != 0; bit != masks[i].Has(game.Action(a)) {
					t.Fatalf("%d actions, mask %d: bit %d is %v", n, i, a, bit)
				}
			}
		}
	}
}

func TestBitsOfABoolColumn(t *testing.T) {
	var l bitList
	l.appendBools([]bool{true, false, false, true, false, false, false, false, true})
	if b := l.packed(); len(b) != 2 || b[0] != 0b1001 || b[1] != 1 {
		t.Errorf("packed %08b, want 00001001 00000001", b)
	}
	l.reset()
	if len(l.packed()) != 0 {
		t.Error("an empty list has bytes")
	}
}
