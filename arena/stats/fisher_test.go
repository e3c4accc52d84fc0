package stats_test

import (
	"math"
	"math/big"
	"testing"

	"rummygym/arena/stats"
)

func TestTestExact(t *testing.T) {
	for _, c := range []struct {
		a, b stats.Proportion
		p, z float64
	}{
		{stats.Proportion{Successes: 3, Trials: 4}, stats.Proportion{Successes: 1, Trials: 4}, 34. / 70, .6971}, // Fisher's tea
		{stats.Proportion{Successes: 1, Trials: 150}, stats.Proportion{Trials: 10_000}, 150. / 10_150, 2.4379},
		{stats.Proportion{Trials: 150}, stats.Proportion{Successes: 1, Trials: 10_000}, 1, 0},
		{stats.Proportion{Successes: 150, Trials: 150}, stats.Proportion{Successes: 10_000, Trials: 10_000}, 1, 0},
		{stats.Proportion{Trials: 30}, stats.Proportion{Successes: 30, Trials: 30}, 2 / 118264581564861424., -8.5133},
	} {
		if got := stats.TestExact(c.a, c.b); math.Abs(got.P/c.p-1) > 1e-9 || math.Abs(got.Z-c.z) > 1e-3 {
			t.Errorf("%v and %v: %+v, want p %v and z %v", c.a, c.b, got, c.p, c.z)
		}
	}
}

// TestTestRates looks at both sides of the smallest count for z: 5 wins expected of 100.
func TestTestRates(t *testing.T) {
	few, more := stats.Proportion{Successes: 8, Trials: 100}, stats.Proportion{Successes: 2, Trials: 100}
	if got, want := stats.TestRates(few, more), stats.TestEqual(few, more); got != want {
		t.Errorf("%v and %v: %+v, want %+v", few, more, got, want)
	}
	more.Successes = 1
	if got, want := stats.TestRates(few, more), stats.TestExact(few, more); got != want || math.Abs(want.P-stats.TestEqual(few, more).P) < .01 {
		t.Errorf("%v and %v: %+v, want %+v", few, more, got, want)
	}
}

// TestTestExactAgainstCounts compares the p-values of all pairs of 6 and 9 trials with whole numbers.
func TestTestExactAgainstCounts(t *testing.T) {
	ways := func(a, b int64) *big.Int {
		return new(big.Int).Mul(new(big.Int).Binomial(6, a), new(big.Int).Binomial(9, b))
	}
	for a := range int64(7) {
		for b := range int64(10) {
			some, all := new(big.Int), new(big.Int)
			for n := max(0, a+b-9); n <= min(a+b, 6); n++ {
				w := ways(n, a+b-n)
				if all.Add(all, w); w.Cmp(ways(a, b)) <= 0 {
					some.Add(some, w)
				}
			}
			want, _ := new(big.Rat).SetFrac(some, all).Float64()
			got := stats.TestExact(stats.Proportion{Successes: int(a), Trials: 6}, stats.Proportion{Successes: int(b), Trials: 9})
			if math.Abs(got.P-want) > 1e-12 {
				t.Errorf("%d of 6 and %d of 9: p %v, want %v", a, b, got.P, want)
			}
		}
	}
}
