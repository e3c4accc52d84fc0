package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestSampleGolden(t *testing.T) {
	for _, c := range readGolden(t).Sample {
		x := slices.Clone(c.X)
		e := stats.MeanOf(x)
		near(t, fmt.Sprintf("mean of %d values", len(x)), e.Value, c.Mean)
		want := math.NaN()
		if c.SEM != nil {
			want = *c.SEM
		}
		near(t, fmt.Sprintf("standard error of %d values", len(x)), e.StdErr, want)
		slices.Sort(x)
		for i, q := range c.Q {
			near(t, fmt.Sprintf("quantile %v of %d values", q, len(x)), stats.Quantile(x, q), c.Quantiles[i])
		}
	}
}

func TestSampleOfNothing(t *testing.T) {
	near(t, "mean of nothing", stats.MeanOf(nil).Value, math.NaN())
	near(t, "median of nothing", stats.Quantile(nil, 0.5), math.NaN())
	mean, median := stats.Bootstrap(nil, 100, 0.95, rand.NewPCG(1, 2))
	near(t, "bootstrap of the mean of nothing", mean.Low, math.NaN())
	near(t, "bootstrap of the median of nothing", median.High, math.NaN())
}

// TestBootstrapAgainstNaive sorts each resample.
func TestBootstrapAgainstNaive(t *testing.T) {
	for n := range 12 {
		for _, resamples := range []int{0, 1, 2, 15} {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64((i*i*31)%161 - 80)
			}
			var means, medians []float64
			src := rand.NewPCG(uint64(n), 9)
			for range resamples {
				var draw []float64
				for range x {
					draw = append(draw, x[card.Below(src, uint64(n))])
				}
				slices.Sort(draw)
				means = append(means, stats.MeanOf(draw).Value)
				medians = append(medians, stats.Quantile(draw, 0.5))
			}
			slices.Sort(means)
			slices.Sort(medians)
			mean, median := stats.Bootstrap(x, resamples, 0.5, rand.NewPCG(uint64(n), 9))
			what := fmt.Sprintf("%d resamples of %d values: ", resamples, n)
			near(t, what+"mean low", mean.Low, stats.Quantile(means, 0.25))
			near(t, what+"mean high", mean.High, stats.Quantile(means, 0.75))
			near(t, what+"median low", median.Low, stats.Quantile(medians, 0.25))
			near(t, what+"median high", median.High, stats.Quantile(medians, 0.75))
		}
	}
}

// The standard error of large numbers does not suffer from the rounding of their mean.
func TestStandardErrorFarFromZero(t *testing.T) {
	x, far := make([]float64, 999), make([]float64, 999)
	for i := range x {
		x[i] = float64(i * i % 7)
		far[i] = 1e15 + x[i]
	}
	near(t, "standard error", stats.MeanOf(far).StdErr, stats.MeanOf(x).StdErr)
}

// Repeated draws: the standard error is that of a mean of different draws with weights. It agrees with the spread of the
// mean, where that of single values is too small.
func TestMeanOfDraws(t *testing.T) {
	for _, c := range []struct {
		values    []float64
		again     []bool
		mean, err float64
	}{
		{[]float64{1, 2, 4}, []bool{false, false, false}, 7. / 3, stats.MeanOf([]float64{1, 2, 4}).StdErr},
		{[]float64{0, 0, 3, 3}, []bool{false, true, false, true}, 1.5, 1.5},        // as of 0 and 3
		{[]float64{0, 0, 0, 4}, []bool{false, true, true, false}, 1, math.Sqrt(3)}, // weights 3/4 and 1/4: (9/16·1 + 1/16·9)/(1 − 10/16)
		{[]float64{0, 2, 5, 5}, []bool{false, true, false, true, true}, 3, 2},      // values of one draw may differ: those of 1 and 5
		{[]float64{7, 7, 7}, []bool{false, true, true}, 7, math.NaN()},
		{[]float64{7}, []bool{false}, 7, math.NaN()},
		{nil, nil, math.NaN(), math.NaN()},
	} {
		got := stats.MeanOfDraws(c.values, c.again)
		for i, pair := range [][2]float64{{got.Value, c.mean}, {got.StdErr, c.err}} {
			if !(math.Abs(pair[0]-pair[1]) < 1e-12) && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Errorf("%v: %s %v, want %v", c.values, []string{"mean", "standard error"}[i], pair[0], pair[1])
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 9))
	var means, squares, plain []float64
	for range 4000 {
		var values []float64
		var again []bool
		for range 12 {
			v := rng.NormFloat64()
			for i := range 1 + rng.IntN(6) {
				values, again = append(values, v), append(again, i > 0)
			}
		}
		e, single := stats.MeanOfDraws(values, again), stats.MeanOf(values)
		must.Equal(t, e.Value, single.Value, "mean")
		means, squares, plain = append(means, e.Value), append(squares, e.StdErr*e.StdErr), append(plain, single.StdErr*single.StdErr)
	}
	spread := stats.DistributionOf(means).SD
	right, wrong := spread*spread/stats.MeanOf(squares).Value, spread*spread/stats.MeanOf(plain).Value
	if math.Abs(right-1) > 0.1 || wrong < 2 {
		t.Errorf("variance of the mean over the squared standard error: %.2f, want 1; of single values %.2f, want above 2", right, wrong)
	}
}
