package stats_test

import (
	"fmt"
	"math"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

func TestWilsonGolden(t *testing.T) {
	for _, c := range readGolden(t).Wilson {
		in := stats.Proportion{Successes: c.K, Trials: c.N}.Wilson(c.Confidence)
		name := fmt.Sprintf("Wilson of %d/%d at %v: ", c.K, c.N, c.Confidence)
		near(t, name+"low", in.Low, c.Low)
		near(t, name+"high", in.High, c.High)
	}
}

func TestTestNullGolden(t *testing.T) {
	for _, c := range readGolden(t).Null {
		got := stats.Proportion{Successes: c.K, Trials: c.N}.TestNull(c.Null)
		near(t, fmt.Sprintf("z of %d/%d against %v", c.K, c.N, c.Null), got.Z, c.Z)
		near(t, fmt.Sprintf("p of %d/%d against %v", c.K, c.N, c.Null), got.P, c.P)
	}
}

func TestTestEqualGolden(t *testing.T) {
	for _, c := range readGolden(t).Equal {
		got := stats.TestEqual(stats.Proportion{Successes: c.A, Trials: c.N}, stats.Proportion{Successes: c.B, Trials: c.M})
		near(t, fmt.Sprintf("z of %d/%d against %d/%d", c.A, c.N, c.B, c.M), got.Z, c.Z)
		near(t, fmt.Sprintf("p of %d/%d against %d/%d", c.A, c.N, c.B, c.M), got.P, c.P)
	}
}

func TestNoTrials(t *testing.T) {
	var none stats.Proportion
	if in := none.Wilson(0.95); in != (stats.Interval{Low: 0, High: 1}) {
		t.Errorf("Wilson interval of no trials = %v, want all of [0, 1]", in)
	}
	near(t, "value of no trials", none.Value(), math.NaN())
	near(t, "error of no trials", none.StdErr(), math.NaN())
	near(t, "p of no trials", none.TestNull(0.5).P, math.NaN())
	near(t, "p of one trial against none", stats.TestEqual(stats.Proportion{Successes: 1, Trials: 1}, none).P, math.NaN())
}

// If each cluster has one trial, or the trials are independent, the interval is Wilson's
// interval of all trials.
func TestRateInterval(t *testing.T) {
	p := stats.Proportion{Successes: 30, Trials: 100}
	got, want := stats.RateInterval(p.Estimate(), 100, 0.95), p.Wilson(0.95)
	near(t, "low end of clusters of one", got.Low, want.Low)
	near(t, "high end", got.High, want.High)
	// Ten clusters, in each of which all ten games have one result, are ten trials.
	ten := stats.Proportion{Successes: 3, Trials: 10}
	got, want = stats.RateInterval(stats.Estimate{Value: 0.3, StdErr: ten.StdErr()}, 10, 0.95), ten.Wilson(0.95)
	near(t, "low end of clusters of ten", got.Low, want.Low)
	near(t, "high end", got.High, want.High)
	for _, c := range []struct {
		rate stats.Estimate
		n    int
		want stats.Interval
	}{
		{stats.Estimate{Value: 1}, 20, stats.Proportion{Successes: 20, Trials: 20}.Wilson(0.95)},
		{stats.Estimate{Value: 0}, 20, stats.Proportion{Successes: 0, Trials: 20}.Wilson(0.95)},
		{stats.Estimate{Value: 0.5}, 20, stats.Interval{Low: 0.5, High: 0.5}},
		{stats.Estimate{Value: math.NaN(), StdErr: math.NaN()}, 0, stats.Interval{Low: 0, High: 1}},
		{stats.Estimate{Value: 1, StdErr: math.NaN()}, 1, stats.Interval{Low: 0, High: 1}},
	} {
		must.Equal(t, stats.RateInterval(c.rate, c.n, 0.95), c.want, "interval of %v of %d clusters", c.rate, c.n)
	}
}

// 1,000 games at a rate of 0.5 have the standard error 0.016 (saha2025mindist, section
// VIII).
func TestPaperStandardError(t *testing.T) {
	got := stats.Proportion{Successes: 500, Trials: 1000}.StdErr()
	if math.Abs(got-0.016) > 0.0005 {
		t.Errorf("standard error of 1,000 games = %.4f, want 0.016", got)
	}
}

// Table 2 of goldman2021evaluating, to its last digit: the effect of each component of
// SIGRA in 500 matches against Simple, from the win rates of its Table 3.
func TestGoldmanTable2(t *testing.T) {
	rate := func(wins int) stats.Proportion { return stats.Proportion{Successes: wins, Trials: 500} }
	simple, stubborn, stubbornMmd, sigra := rate(262), rate(339), rate(346), rate(373)
	for _, c := range []struct {
		component   string
		with, less  stats.Proportion
		rates, want string
	}{
		{"SK", stubborn, simple, "0.678 0.524", "0.031 4.972 6.613e-07"},
		{"SK + MMD", stubbornMmd, stubborn, "0.692 0.678", "0.029 0.477 0.634"},
		{"SK + MMD + OM", sigra, stubbornMmd, "0.746 0.692", "0.028 1.900 0.0575"},
	} {
		must.Equal(t, fmt.Sprintf("%.3f %.3f", c.with.Value(), c.less.Value()), c.rates, "%s: rates", c.component)
		d, test := stats.Difference(c.with, c.less), stats.TestEqual(c.with, c.less)
		p := fmt.Sprintf("%.3f", test.P)
		switch c.component {
		case "SK":
			p = fmt.Sprintf("%.3e", test.P)
		case "SK + MMD + OM":
			p = fmt.Sprintf("%.4f", test.P)
		}
		if got := fmt.Sprintf("%.3f %.3f %s", d.StdErr, test.Z, p); got != c.want {
			t.Errorf("%s: SE, z and p are %s, the paper has %s", c.component, got, c.want)
		}
		near(t, c.component+": difference", d.Value, c.with.Value()-c.less.Value())
	}
}
