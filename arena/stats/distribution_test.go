package stats_test

import (
	"math"
	"testing"

	"rummygym/arena/stats"
)

// sameUpToRounding reports whether two numbers are equal up to rounding, or both NaN.
func sameUpToRounding(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*max(1, math.Abs(b))
}

// The moments of 1, 2, 4, 9 by hand: sums of powers of -3, -2, 0, 5 are 0, 38, 90 and 722.
func TestDistributionOf(t *testing.T) {
	const n = 4.0
	m2, m3, m4 := 38/n, 90/n, 722/n
	skew := math.Sqrt(n*(n-1)) / (n - 2) * m3 / math.Pow(m2, 1.5)
	kurtosis := (n - 1) / ((n - 2) * (n - 3)) * ((n+1)*(m4/(m2*m2)-3) + 6)
	nan := math.NaN()
	for _, c := range []struct {
		x    []float64
		want stats.Distribution
	}{
		{[]float64{1, 2, 4, 9}, stats.Distribution{4, 4, math.Sqrt(38. / 3), skew, kurtosis}},
		{[]float64{1, 3}, stats.Distribution{2, 2, math.Sqrt2, nan, nan}},
		{[]float64{7}, stats.Distribution{1, 7, nan, nan, nan}},
		{nil, stats.Distribution{0, nan, nan, nan, nan}},
	} {
		got := stats.DistributionOf(c.x)
		if got.N != c.want.N || !sameUpToRounding(got.Mean, c.want.Mean) || !sameUpToRounding(got.SD, c.want.SD) || !sameUpToRounding(got.Skew, c.want.Skew) || !sameUpToRounding(got.Kurtosis, c.want.Kurtosis) {
			t.Errorf("%v: %+v, want %+v", c.x, got, c.want)
		}
	}
}
