package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The vector code returns the same bits as the plain loop, which is close to the
// definition in float64.
func TestDots(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, width := range []int{0, 1, 3, 4, 7, 8, 30, 128, 193, 256} {
		for _, n := range []int{0, 1, 3, 4, 5, 8, 53} {
			rows, x, bias := numbers(rng, n*width), numbers(rng, width), numbers(rng, n)
			plain, fast := make([]float32, n), make([]float32, n)
			dotsGo(plain, rows, x, bias)
			Dots(fast, rows, x, bias)
			if !slices.Equal(plain, fast) {
				t.Fatalf("%d rows of %d: %v, want %v as the plain loop returns", n, width, fast, plain)
			}
			for i := range n {
				want := float64(bias[i])
				for k, v := range x {
					want += float64(v) * float64(rows[i*width+k])
				}
				if math.Abs(want-float64(plain[i])) > 1e-4 {
					t.Fatalf("%d rows of %d: number %d is %v, want %v", n, width, i, plain[i], want)
				}
			}
		}
	}
}

func TestDotsRefuses(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Dots of rows that are too short does not panic")
		}
	}()
	Dots(make([]float32, 2), make([]float32, 7), make([]float32, 4), make([]float32, 2))
}
