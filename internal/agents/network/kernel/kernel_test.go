package kernel

import (
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

// TestColumns compares the lists of columns with those of the rows of the transposed matrix.
func TestColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, n := range []int{1, 7, 8, 16, 33} {
		for many := range 14 {
			stride := many + 1 + rng.IntN(3)
			x := sparse(rng, (n-1)*stride+many, 0.4)
			if many == 0 {
				x = nil
			}
			room := Width(n) + 8*rng.IntN(2)
			count, row, value := make([]int, many), make([]int32, many*room), make([]float32, many*room)
			Columns(count, row, value, room, x, n, stride)
			column, index, want := make([]float32, n), make([]int32, Width(n)), make([]float32, Width(n))
			for c, k := range count {
				for r := range column {
					column[r] = x[r*stride+c]
				}
				if m := listGo(index, want, column, nil); m != k || !slices.Equal(row[c*room:][:k], index[:m]) || !equal(value[c*room:][:k], want[:m]) {
					t.Fatalf("column %d of %d with %d rows: %v %v, want %v %v", c, many, n, row[c*room:][:k], value[c*room:][:k], index[:m], want[:m])
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
