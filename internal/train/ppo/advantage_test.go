package ppo

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAdvantagesTwin compares with the sum of the definition, for interleaved seats.
func TestAdvantagesTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const rows, seats = 60, 5
		var rewards []float64
		var values []float32
		next, last := make([]int32, 0, rows), [seats]int32{none, none, none, none, none}
		for r := range int32(rows) {
			s := rng.IntN(seats)
			if last[s] != none {
				next[last[s]] = []int32{r, r, r, r, ended, cut}[rng.IntN(6)]
			}
			rewards, values, next = append(rewards, rng.NormFloat64()), append(values, rng.Float32()), append(next, waiting)
			last[s] = r
		}
		gamma, lambda := rng.Float64(), rng.Float64()
		got := make([]float64, rows)
		advantages(got, rewards, values, next, gamma, lambda)
		for r := range int32(rows) {
			want, weight := 0.0, 1.0
			for at := r; learnt(next[at]); at = next[at] {
				delta := rewards[at] - float64(values[at])
				if next[at] == ended {
					want += weight * delta
					break
				}
				want += weight * (delta + gamma*float64(values[next[at]]))
				weight *= gamma * lambda
			}
			if math.Abs(got[r]-want) > 1e-9 {
				t.Fatalf("row %d: %v, want %v by the definition", r, got[r], want)
			}
		}
	}
}
