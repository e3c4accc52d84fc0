package stats_test

import (
	"fmt"
	"math"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

func TestHolmGolden(t *testing.T) {
	for _, c := range readGolden(t).Holm {
		for i, p := range stats.Holm(c.P) {
			near(t, fmt.Sprintf("Holm of %v at %d", c.P, i), p, c.Corrected[i])
		}
	}
}

func TestHolmLeavesOutNaN(t *testing.T) {
	got := stats.Holm([]float64{math.NaN(), 0.02, math.NaN(), 0.03})
	for i, want := range []float64{math.NaN(), 0.04, math.NaN(), 0.04} {
		near(t, fmt.Sprintf("corrected p %d", i), got[i], want)
	}
	if got := stats.Holm(nil); len(got) != 0 {
		t.Errorf("Holm of nothing = %v", got)
	}
}

func TestJointCriticalGolden(t *testing.T) {
	for _, c := range readGolden(t).Joint {
		near(t, fmt.Sprintf("joint z of %d tests at %v", c.M, c.Confidence), stats.JointCritical(c.M, c.Confidence), c.Z)
	}
	near(t, "joint z of no tests", stats.JointCritical(0, 0.99), math.NaN())
}

func TestChiSquareGolden(t *testing.T) {
	for _, c := range readGolden(t).Chi2 {
		sum, freedom, p := stats.ChiSquare(append([]float64{math.NaN()}, c.Z...))
		near(t, fmt.Sprintf("chi-square of %v", c.Z), sum, c.Sum)
		near(t, fmt.Sprintf("p of chi-square of %v", c.Z), p, c.P)
		must.Equal(t, freedom, len(c.Z), "%v: degrees of freedom", c.Z)
	}
	if _, freedom, p := stats.ChiSquare([]float64{math.NaN()}); freedom != 0 || !math.IsNaN(p) {
		t.Errorf("chi-square of NaN alone: %d degrees of freedom and p %v, want 0 and NaN", freedom, p)
	}
	if _, _, p := stats.ChiSquare([]float64{math.Inf(1), 1}); p != 0 {
		t.Errorf("p of an infinite chi-square = %v, want 0", p)
	}
}
