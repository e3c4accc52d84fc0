package stats_test

import (
	"math"
	"math/rand/v2"
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

// Rounding does not make up a skewness of two values, nor a kurtosis of three.
func TestDistributionOfFewValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		if d := stats.DistributionOf(x[:2]); !math.IsNaN(d.Skew) || math.IsNaN(d.SD) {
			t.Fatalf("%v: %+v, want no skewness", x[:2], d)
		}
		if d := stats.DistributionOf(x); !math.IsNaN(d.Kurtosis) || math.IsNaN(d.Skew) {
			t.Fatalf("%v: %+v, want no kurtosis", x, d)
		}
	}
}

// TestDensity compares with the sum over all values, checks that the density integrates to 1,
// and that it is near that of the distribution from which the values were drawn.
func TestDensity(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 20000)
	for i := range x {
		x[i] = 3 + 2*rng.NormFloat64()
	}
	var points []float64
	const step = 0.05
	for p := -10.; p <= 16; p += step {
		points = append(points, p)
	}
	got, sum := stats.Density(x, points), 0.0
	width := stats.DistributionOf(x).SD * math.Pow(20000, -0.2)
	for i, p := range points {
		sum += got[i] * step
		if want := math.Exp(-(p-3)*(p-3)/8) / math.Sqrt(8*math.Pi); math.Abs(got[i]-want) > 0.008 {
			t.Errorf("density at %v is %v, of the distribution %v", p, got[i], want)
		}
		if i%100 == 0 {
			want := 0.0
			for _, v := range x {
				want += math.Exp(-(v-p)*(v-p)/(2*width*width)) / (width * math.Sqrt(2*math.Pi) * 20000)
			}
			if !sameUpToRounding(got[i], want) {
				t.Errorf("density at %v is %v, want %v", p, got[i], want)
			}
		}
	}
	if math.Abs(sum-1) > 1e-6 {
		t.Errorf("the density integrates to %v", sum)
	}
	wide := []float64{-70, -20, 0, 15, 90, 110}
	for i, p := range []float64{-300, -100, 0, 50, 200} {
		width, want := stats.DistributionOf(wide).SD*math.Pow(6, -0.2), 0.0
		for _, v := range wide {
			want += math.Exp(-(v-p)*(v-p)/(2*width*width)) / (width * math.Sqrt(2*math.Pi) * 6)
		}
		if got := stats.Density(wide, []float64{-300, -100, 0, 50, 200})[i]; !sameUpToRounding(got, want) {
			t.Errorf("density of %v at %v is %v, want %v", wide, p, got, want)
		}
	}
	for _, none := range [][]float64{nil, {1}, {2, 2, 2}} {
		if d := stats.Density(none, []float64{0, 2}); len(d) != 2 || !math.IsNaN(d[0]) || !math.IsNaN(d[1]) {
			t.Errorf("density of %v is %v, want NaN", none, d)
		}
	}
}
