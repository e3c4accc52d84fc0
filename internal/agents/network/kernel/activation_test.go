package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The vector code returns the same bits as the plain loops, which are close to the results
// of package math.
func TestActivations(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	tanhSlope := func(x float64) float64 { return 1 - math.Tanh(x)*math.Tanh(x) }
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for name, c := range map[string]struct {
		plain, fast  func(y, slope []float32)
		value, slope func(x float64) float64
	}{
		"tanh": {tanhGo, Tanh, math.Tanh, tanhSlope},
		"silu": {siluGo, SiLU, func(x float64) float64 { return x * sigmoid(x) }, func(x float64) float64 { return sigmoid(x) * (1 + x*(1-sigmoid(x))) }},
	} {
		for _, n := range []int{0, 8, 64, 4096} {
			x := sparse(rng, n, 0.1)
			for i := range x {
				if i%3 == 0 {
					x[i] *= 6
				}
			}
			plain, fast := slices.Clone(x), slices.Clone(x)
			slopes := [2][]float32{make([]float32, n), make([]float32, n)}
			c.plain(plain, slopes[0])
			c.fast(fast, slopes[1])
			if !equal(plain, fast) || !equal(slopes[0], slopes[1]) {
				t.Fatalf("%s: the vector code differs from the plain loop", name)
			}
			for i, v := range x {
				if math.IsInf(float64(v), 0) {
					continue
				}
				want, slope := c.value(float64(v)), c.slope(float64(v))
				if math.IsNaN(want) != (plain[i] != plain[i]) || math.Abs(float64(plain[i])-want) > 5e-7*max(1, math.Abs(float64(v))) || math.Abs(float64(slopes[0][i])-slope) > 1e-6*max(1, math.Abs(float64(v))) {
					t.Fatalf("%s(%v) is %v with slope %v, want %v and %v", name, v, plain[i], slopes[0][i], want, slope)
				}
			}
		}
	}
}

func TestTimes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for _, n := range []int{0, 8, 104} {
		x, z := sparse(rng, n, 0.1), sparse(rng, n, 0.1)
		plain, fast := make([]float32, n), make([]float32, n)
		timesGo(plain, x, z)
		Times(fast, x, z)
		if !equal(plain, fast) {
			t.Fatalf("%v times %v: the vector code returns %v, the plain loop %v", x, z, fast, plain)
		}
		for i := range n {
			if want := x[i] * z[i]; plain[i] != want && want == want {
				t.Fatalf("%v times %v is %v", x[i], z[i], plain[i])
			}
		}
	}
}
