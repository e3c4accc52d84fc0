package stats_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// golden holds the answers of scipy and statsmodels, made by testdata/golden.py.
type golden struct {
	Wilson []struct {
		K, N                  int
		Confidence, Low, High float64
	}
	Null []struct {
		K, N       int
		Null, Z, P float64
	}
	Equal []struct {
		A, N, B, M int
		Z, P       float64
	}
	Holm   []struct{ P, Corrected []float64 }
	Sample []struct {
		X            []int16
		Mean         float64
		SEM          *float64
		Q, Quantiles []float64
	}
	Bootstrap struct{ Mean, Median [2]float64 }
	Joint     []struct {
		M             int
		Confidence, Z float64
	}
	Chi2 []struct {
		Z      []float64
		Sum, P float64
	}
}

func readGolden(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// near fails the test unless got is want within a relative error of 1e-9; NaN is
// near NaN and an infinity near itself.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= 1e-9*max(1e-3, math.Abs(want))) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
