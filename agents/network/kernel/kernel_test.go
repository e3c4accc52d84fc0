package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// numbers returns n normally distributed numbers.
func numbers(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	return x
}

// The plain loop is close to the definition in float64, and the vector code returns the
// same bits as the plain loop.
func TestSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, width := range []int{8, 16, 32, 40, 64, 104, 128, 232} {
		for n := range 23 {
			const rows = 30
			stride := width + 8*rng.IntN(3)
			m := numbers(rng, rows*stride)
			values := numbers(rng, n)
			index := make([]int32, n)
			for k := range index {
				index[k] = int32(rng.IntN(rows))
			}
			start := numbers(rng, width)
			plain, fast := slices.Clone(start), slices.Clone(start)
			sumGo(plain, index, values, m, stride)
			Sum(fast, index, values, m, stride)
			if !slices.Equal(plain, fast) {
				t.Fatalf("width %d, %d rows: the vector code differs from the plain loop:\n%v\n%v", width, n, fast, plain)
			}
			for j := range width {
				want := float64(start[j])
				for k, i := range index {
					want += float64(values[k]) * float64(m[int(i)*stride+j])
				}
				if math.Abs(want-float64(plain[j])) > 1e-5 {
					t.Fatalf("width %d, %d rows: number %d is %v, want %v", width, n, j, plain[j], want)
				}
			}
		}
	}
}

func TestSumRefuses(t *testing.T) {
	for name, f := range map[string]func(){
		"width":  func() { Sum(make([]float32, 7), nil, nil, nil, 7) },
		"values": func() { Sum(make([]float32, 8), []int32{0}, nil, make([]float32, 8), 8) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

// BenchmarkSum computes a layer of 128 by 128 with input densities of 50 %, as after
// ReLU, and 100 %.
func BenchmarkSum(b *testing.B) {
	for _, rows := range []int{64, 128} {
		for name, f := range map[string]func(y []float32, rows []int32, values, m []float32, stride int){"go": sumGo, "best": sum} {
			b.Run(fmt.Sprintf("%s/%d", name, rows), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				m, y, values := numbers(rng, 128*128), make([]float32, 128), numbers(rng, rows)
				index := make([]int32, rows)
				for i := range index {
					index[i] = int32(i * 128 / rows)
				}
				for b.Loop() {
					f(y, index, values, m, 128)
				}
				b.ReportMetric(float64(b.N*rows*128*2)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
