package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/internal/must"
)

// sample agrees with a plain search, on rows of many lengths whose legal actions have
// any byte except 0.
func TestSampleAsPlainly(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n, a := 1+src.IntN(4), src.IntN(40)
		masks, uniforms, actions := make([]uint8, n*a), make([]float64, n), make([]int64, n)
		dense := src.Float64()
		for i := range masks {
			if src.Float64() < dense {
				masks[i] = uint8(1 + src.IntN(255))
			}
		}
		for i := range uniforms {
			uniforms[i] = []float64{0, src.Float64(), math.Nextafter(1, 0)}[src.IntN(3)]
		}
		must.Do(t, sample(masks, uniforms, actions))
		for i, got := range actions {
			var legal []int64
			for j, b := range masks[i*a : (i+1)*a] {
				if b != 0 {
					legal = append(legal, int64(j))
				}
			}
			want := int64(-1)
			if len(legal) > 0 {
				want = legal[int(uniforms[i]*float64(len(legal)))]
			}
			if got != want {
				t.Fatalf("row %v with %v gives action %d, want %d", masks[i*a:(i+1)*a], uniforms[i], got, want)
			}
		}
	}
}

func TestSampleRefuses(t *testing.T) {
	for name, err := range map[string]error{
		"uniforms short":   sample(make([]uint8, 6), make([]float64, 1), make([]int64, 2)),
		"masks not N × A":  sample(make([]uint8, 7), make([]float64, 2), make([]int64, 2)),
		"a uniform of 1":   sample(make([]uint8, 6), []float64{0, 1}, make([]int64, 2)),
		"a uniform of -1":  sample(make([]uint8, 6), []float64{0, -1}, make([]int64, 2)),
		"a uniform of NaN": sample(make([]uint8, 6), []float64{0, math.NaN()}, make([]int64, 2)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	masks, uniforms, actions := make([]uint8, 482), make([]float64, 2), make([]int64, 2)
	must.Equal(t, testing.AllocsPerRun(10, func() { sample(masks, uniforms, actions) }), 0, "sample: allocations")
}
