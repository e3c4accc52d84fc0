package ppo

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAdvantagesByHand has an example computed by hand, as lastgaelam of OpenAI Baselines
// does: rewards 1, 0, 2, values .5, .25, .75, and 1 for the waiting decision; gamma .9,
// lambda .8.
func TestAdvantagesByHand(t *testing.T) {
	got := make([]float64, 4)
	for _, c := range []struct {
		last int32
		want [4]float64
	}{
		// δ = 2+.9·1-.75, .9·.75-.25, 1+.9·.25-.5
		{3, [4]float64{.725 + .72*(.425+.72*2.15), .425 + .72*2.15, 2.15, 0}},
		// the episode ends: δ = 2-.75
		{ended, [4]float64{.725 + .72*(.425+.72*1.25), .425 + .72*1.25, 1.25, 0}},
		// the episode is cut off: the last value replaces what would have followed
		{cut, [4]float64{.725 + .72*.425, .425, 0, 0}},
	} {
		advantages(got, []float64{1, 0, 2, 5}, []float32{.5, .25, .75, 1}, []int32{1, 2, c.last, waiting}, .9, .8)
		for r, w := range c.want {
			if math.Abs(got[r]-w) > 1e-12 {
				t.Errorf("successor %d: advantages %v, want %v", c.last, got, c.want)
				break
			}
		}
	}
}

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

// TestAdvantagesAtTheEnds: with lambda 1 and gamma 1 the advantage is the return minus the
// value, with lambda 0 one temporal difference.
func TestAdvantagesAtTheEnds(t *testing.T) {
	rewards, values, next := []float64{1, 2, 3}, []float32{10, 20, 30}, []int32{1, 2, ended}
	got := make([]float64, 3)
	advantages(got, rewards, values, next, 1, 1)
	if want := [3]float64{6 - 10, 5 - 20, 3 - 30}; [3]float64(got) != want {
		t.Errorf("lambda 1: %v, want %v", got, want)
	}
	advantages(got, rewards, values, next, 1, 0)
	if want := [3]float64{1 + 20 - 10, 2 + 30 - 20, 3 - 30}; [3]float64(got) != want {
		t.Errorf("lambda 0: %v, want %v", got, want)
	}
}

func TestNormalise(t *testing.T) {
	a := []float64{1, 100, 3, 5}
	normalise(a, []int32{0, 2, 3})
	mean, variance := moments(a, []int32{0, 2, 3})
	if a[1] != 100 || math.Abs(mean) > 1e-12 || math.Abs(variance-1) > 1e-6 {
		t.Errorf("%v: mean %v, variance %v", a, mean, variance)
	}
	alike := []float64{4, 4, 4}
	normalise(alike, []int32{0, 1, 2})
	if alike[0] != 0 || alike[2] != 0 {
		t.Errorf("equal advantages: %v", alike)
	}
}
