package meld

import (
	"math/rand/v2"
	"testing"
)

// randomLanes returns rising lanes up to 60, so that sums of two fit.
func randomLanes(rng *rand.Rand) (a lanes) {
	n := 0
	for j := range maxJokers + 1 {
		if rng.IntN(2) == 0 {
			n = min(60, n+rng.IntN(25))
		}
		a |= lanes(n) << (8 * j)
	}
	return a
}

func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for range 20000 {
		a, b := randomLanes(rng), randomLanes(rng)
		or, where := a.or(b), a.where(b)
		for j := range maxJokers + 1 {
			if got, want := or.at(j), max(a.at(j), b.at(j)); got != want {
				t.Fatalf("lane %d of %x or %x is %d, want %d", j, a, b, got, want)
			}
			want := a.at(j)
			if b.at(j) == 0 {
				want = 0
			}
			if got := where.at(j); got != want {
				t.Fatalf("lane %d of %x where %x is %d, want %d", j, a, b, got, want)
			}
			reversed := a.reversed(j)
			some := false
			for k := range maxJokers + 1 {
				want := 0
				if k <= j {
					want = a.at(j - k)
					some = some || a.at(k) != 0
				}
				if got := reversed.at(k); got != want {
					t.Fatalf("lane %d of %x reversed up to %d is %d, want %d", k, a, j, got, want)
				}
			}
			if got := a.upTo(j); got != some {
				t.Fatalf("%x has lanes up to %d: %t, want %t", a, j, got, some)
			}
			with := a.with(b, j)
			for k := range j + 1 {
				want := 0
				for i := range k + 1 {
					want = max(want, a.at(i)+b.at(k-i))
				}
				if got := with.at(k); got != want {
					t.Fatalf("lane %d of %x with %x up to %d is %d, want %d", k, a, b, j, got, want)
				}
			}
			after := a.after(7, j)
			for k := range maxJokers + 1 {
				want := 0
				if k >= j {
					want = a.at(k-j) + 7
				}
				if got := after.at(k); got != want {
					t.Fatalf("lane %d of %x after 7 points and %d jokers is %d, want %d", k, a, j, got, want)
				}
			}
		}
	}
}
