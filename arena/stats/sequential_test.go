package stats_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "run 10,000 simulations of each sequential test")

// TestSequentialIsFair computes the mean of the likelihood ratios over all sequences of values of
// a distribution whose mean is a hypothesis: it is 1.
func TestSequentialIsFair(t *testing.T) {
	h := stats.Hypotheses{H0: 0.5, H1: 0.6, Alpha: 1e-9, Beta: 1e-9, Range: 1}
	values := []float64{0, 0.25, 0.5, 0.75, 1}
	for _, c := range []struct {
		p    []float64
		null float64 // the mean
	}{{[]float64{0.1, 0.2, 0.4, 0.2, 0.1}, 0.5}, {[]float64{0.49, 0, 0.02, 0, 0.49}, 0.5}, {[]float64{0.2, 0.1, 0.2, 0.1, 0.4}, 0.6}, {[]float64{0.4, 0, 0, 0, 0.6}, 0.6}} {
		var walk func(left int, p float64, s stats.Sequential) float64
		walk = func(left int, p float64, s stats.Sequential) float64 {
			if left == 0 {
				if c.null == h.H0 {
					return p * math.Exp(s.ForH1)
				}
				return p * math.Exp(s.ForH0)
			}
			sum := 0.0
			for k, v := range values {
				if c.p[k] > 0 {
					next := s
					next.Add(v)
					sum += walk(left-1, p*c.p[k], next)
				}
			}
			return sum
		}
		if got := walk(6, 1, stats.Sequential{Hypotheses: h}); math.Abs(got-1) > 1e-9 {
			t.Errorf("probabilities %v: the mean likelihood ratio is %v, want 1", c.p, got)
		}
	}
}

// TestSequentialErrorRates simulates tests under each hypothesis, and compares the share of wrong
// decisions with the rate promised: the share must not be above it by more than chance allows,
// one time in a million.
func TestSequentialErrorRates(t *testing.T) {
	runs := 400
	if *long {
		runs = 10_000
	}
	// scores returns a distribution of the mean score of two games with the given mean, from
	// weights of the five scores.
	scores := func(weights [5]float64) func(*rand.Rand, float64) float64 {
		return func(rng *rand.Rand, mean float64) float64 {
			// With the probability that gives the mean, a deal is lost or won by chance alone.
			total, m := 0.0, 0.0
			for k, w := range weights {
				total, m = total+w, m+w*float64(k)/4
			}
			m /= total
			if mean > m && rng.Float64() < (mean-m)/(1-m) {
				return 1
			}
			if mean < m && rng.Float64() < (m-mean)/m {
				return 0
			}
			u := rng.Float64() * total
			for k, w := range weights {
				if u -= w; u < 0 {
					return float64(k) / 4
				}
			}
			return 1
		}
	}
	plain, rare, ties := scores([5]float64{1, 0, 2, 0, 1}), scores([5]float64{1, 0, 40, 0, 1}), scores([5]float64{1, 3, 8, 3, 1})
	normal := func(rng *rand.Rand, mean float64) float64 { return mean + 10*rng.NormFloat64() }
	skewed := func(rng *rand.Rand, mean float64) float64 { return mean + 10*(rng.ExpFloat64()-1) }
	seldom := func(rng *rand.Rand, mean float64) float64 { // 0 in 19 of 20 deals
		if rng.IntN(20) > 0 {
			return 0
		}
		return 20*mean + 60*float64(2*rng.IntN(2)-1)
	}
	elo := func(a, b, alpha, beta float64) stats.Hypotheses {
		return stats.Hypotheses{H0: stats.EloScore(a), H1: stats.EloScore(b), Alpha: alpha, Beta: beta, Range: 1}
	}
	gain := func(a, b, alpha, beta float64) stats.Hypotheses {
		return stats.Hypotheses{H0: a, H1: b, Alpha: alpha, Beta: beta}
	}
	for _, c := range []struct {
		name string
		draw func(*rand.Rand, float64) float64
		stats.Hypotheses
	}{
		{"scores, 30 Elo", plain, elo(0, 30, 0.05, 0.05)},
		{"scores, 100 Elo", plain, elo(-20, 80, 0.01, 0.1)},
		{"scores, strong", plain, elo(400, 500, 0.05, 0.05)},
		{"scores of equal deals", rare, elo(0, 20, 0.05, 0.05)},
		{"scores with ties", ties, elo(-10, 30, 0.1, 0.02)},
		{"gains, normal", normal, gain(0, 2, 0.05, 0.05)},
		{"gains, far apart", normal, gain(-5, 5, 0.05, 0.01)},
		{"gains, skewed", skewed, gain(0, 2, 0.05, 0.05)},
		{"gains of seldom deals", seldom, stats.Hypotheses{H0: 0, H1: 2, Alpha: 0.05, Beta: 0.05, Range: 100}},
	} {
		for wrong, mean := range map[stats.Decision]float64{stats.AcceptH1: c.H0, stats.AcceptH0: c.H1} {
			rate := c.Alpha
			if wrong == stats.AcceptH0 {
				rate = c.Beta
			}
			errors, deals := 0, 0
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 20))
				s := stats.Sequential{Hypotheses: c.Hypotheses}
				for s.Decision() == stats.Undecided && deals < 10_000*runs {
					s.Add(c.draw(rng, mean))
					deals++
				}
				if s.Decision() == wrong {
					errors++
				}
			}
			got := stats.Proportion{Successes: errors, Trials: runs}
			t.Logf("%s, mean %.3g: %.4f wrong, want at most %g; %.0f deals", c.name, mean, got.Value(), rate, float64(deals)/float64(runs))
			if low := got.Wilson(1 - 2e-6).Low; low > rate {
				t.Errorf("%s, mean %v: %d of %d decisions are wrong, want a share of at most %v", c.name, mean, errors, runs, rate)
			}
			if deals >= 10_000*runs {
				t.Errorf("%s, mean %v: no decision", c.name, mean)
			}
		}
	}
}

// TestSequentialAgainstNaive computes each bet from all earlier values.
func TestSequentialAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	for _, h := range []stats.Hypotheses{{H0: 0.5, H1: 0.6, Range: 1}, {H0: -1, H1: 2}, {H0: 3, H1: 3.5, Range: 80}} {
		h.Alpha, h.Beta = 1e-300, 1e-300
		s := stats.Sequential{Hypotheses: h}
		var values []float64
		forH1, forH0 := 0.0, 0.0
		for range 50 {
			x := h.H0 + (h.Range+100)*(2*rng.Float64()-1)
			apart, reach, squares := h.H1-h.H0, h.Range, 0.0
			if reach == 0 {
				reach = 20 * apart
			}
			mean := stats.MeanOf(values).Value
			for _, v := range values {
				if h.Range == 0 {
					reach = max(reach, 2*math.Abs(v-h.H0), 2*math.Abs(v-h.H1))
				}
				squares += (v - mean) * (v - mean)
			}
			variance := (squares + 2*math.Pow(reach/4, 2)) / float64(len(values)+2) // two values at a quarter of the range
			bet := min(apart/(variance+apart*apart), 0.9/reach)
			forH1 += math.Log1p(bet * min(max(x-h.H0, -reach), reach))
			forH0 += math.Log1p(bet * min(max(h.H1-x, -reach), reach))
			s.Add(x)
			values = append(values, x)
			near(t, "likelihood ratio against H0", s.ForH1, forH1)
			near(t, "likelihood ratio against H1", s.ForH0, forH0)
			near(t, "mean", s.Mean(), stats.MeanOf(values).Value)
		}
	}
}

// A test decides as soon as a likelihood ratio reaches its bound.
func TestSequentialBounds(t *testing.T) {
	h := stats.Hypotheses{H0: 0, H1: 1, Alpha: 0.05, Beta: 0.01, Range: 10}
	h0, h1 := h.Bounds()
	for _, c := range []struct {
		forH1, forH0 float64
		want         stats.Decision
	}{
		{h1, 0, stats.AcceptH1}, {math.Nextafter(h1, 0), 0, stats.Undecided},
		{0, h0, stats.AcceptH0}, {0, math.Nextafter(h0, 0), stats.Undecided},
	} {
		must.Equal(t, (&stats.Sequential{Hypotheses: h, ForH1: c.forH1, ForH0: c.forH0}).Decision(), c.want, "likelihood ratios %v and %v: decision", c.forH1, c.forH0)
	}
}

func TestHypothesesValidate(t *testing.T) {
	good := stats.Hypotheses{H0: 0, H1: 1, Alpha: 0.05, Beta: 0.05}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for _, set := range []func(*stats.Hypotheses){
		func(h *stats.Hypotheses) { h.H1 = 0 }, func(h *stats.Hypotheses) { h.H0 = math.NaN() }, func(h *stats.Hypotheses) { h.H1 = math.Inf(1) },
		func(h *stats.Hypotheses) { h.Alpha = 0 }, func(h *stats.Hypotheses) { h.Beta = 0.5 }, func(h *stats.Hypotheses) { h.Alpha = 0.5 }, func(h *stats.Hypotheses) { h.Beta = 0 }, func(h *stats.Hypotheses) { h.Alpha = math.NaN() },
		func(h *stats.Hypotheses) { h.Range = -1 },
	} {
		h := good
		set(&h)
		if h.Validate() == nil {
			t.Errorf("%+v is accepted", h)
		}
	}
}
