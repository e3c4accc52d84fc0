package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/internal/must"
)

// A mask has one bit for each action, and NoPlayer is no seat.
func TestSizes(t *testing.T) {
	must.Equal(t, 64*len(Mask{}), MaskSize, "a mask: bits")
	must.Equal(t, NoPlayer, -1, "NoPlayer")
}

// TestMask compares a Mask with a plain list of actions.
func TestMask(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var m Mask
		in := make([]bool, MaskSize)
		for range rng.IntN(2 * MaskSize) {
			a := Action(rng.IntN(MaskSize))
			if in[a] = rng.IntN(3) > 0; in[a] {
				m.Set(a)
			} else {
				m.Unset(a)
			}
		}
		var want []Action
		for a, ok := range in {
			if ok {
				want = append(want, Action(a))
			}
			if m.Has(Action(a)) != ok {
				t.Fatalf("Has(%d) is %t, want %t", a, !ok, ok)
			}
		}
		if got := slices.Collect(m.Each()); !slices.Equal(got, want) {
			t.Fatalf("Each yields %v, want %v", got, want)
		}
		if m.Count() != len(want) {
			t.Fatalf("Count is %d, want %d", m.Count(), len(want))
		}
		for n, a := range want {
			if got := m.Nth(n); got != a {
				t.Fatalf("Nth(%d) is %d, want %d", n, got, a)
			}
		}
		for _, n := range []int{len(want), MaskSize, MaskSize + 1} {
			if got := m.Nth(n); got != NoAction {
				t.Fatalf("Nth(%d) of %d actions is %d, want NoAction", n, len(want), got)
			}
		}
	}
}

// TestMaskOutOfRange queries actions that no mask can hold.
func TestMaskOutOfRange(t *testing.T) {
	m := Mask{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for _, a := range []Action{MaskSize, MaskSize + 1, NoAction} {
		if m.Has(a) {
			t.Errorf("the full mask contains action %d", a)
		}
	}
	must.Equal(t, m.Count(), MaskSize, "the full mask: actions")
	for range m.Each() {
		break // Each must not call yield again after a break
	}
}

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
