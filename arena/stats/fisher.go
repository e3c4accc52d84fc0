package stats

import "math"

// minExpected is the number of successes and of failures that a z-test needs to be expected of
// either proportion if both have the same probability.
const minExpected = 5

// TestRates tests the hypothesis of [TestEqual]: by z, or by [TestExact] where fewer than 5
// successes or failures of one of them are expected, so that z does not hold.
func TestRates(a, b Proportion) Test {
	pool := Proportion{a.Successes + b.Successes, a.Trials + b.Trials}.Value()
	if float64(min(a.Trials, b.Trials))*min(pool, 1-pool) < minExpected {
		return TestExact(a, b)
	}
	return TestEqual(a, b)
}

// TestExact tests the hypothesis of [TestEqual] by Fisher's exact test, which holds for small
// counts too. The p-value is the probability, given all successes of both, of a distribution of
// them that is at most as likely as the observed one. The z is that of a normal variable with
// this p-value, and has the sign of a − b.
func TestExact(a, b Proportion) Test {
	successes := a.Successes + b.Successes
	low, high := max(0, successes-b.Trials), min(successes, a.Trials)
	logProbability := func(n int) float64 {
		return logBinomial(a.Trials, n) + logBinomial(b.Trials, successes-n) - logBinomial(a.Trials+b.Trials, successes)
	}
	observed := logProbability(a.Successes) + 1e-9 // equal ones may differ by rounding
	p := 0.0
	for n := low; n <= high; n++ {
		if l := logProbability(n); l <= observed {
			p += math.Exp(l)
		}
	}
	p = min(p, 1)
	return Test{math.Copysign(NormalQuantile(p/2), a.Value()-b.Value()), p}
}

// logBinomial returns the logarithm of n over k.
func logBinomial(n, k int) float64 {
	logFactorial := func(n int) float64 { l, _ := math.Lgamma(float64(n) + 1); return l }
	return logFactorial(n) - logFactorial(k) - logFactorial(n-k)
}
