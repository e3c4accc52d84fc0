// Package stats holds the estimates and tests that compare agents: proportions
// with Wilson intervals, z-tests, Holm's and Šidák's corrections, quantiles, moments,
// kernel densities, a seeded bootstrap for gains, sequential tests, and ratings of Bradley
// and Terry.
//
//	wins := stats.Proportion{Successes: 617, Trials: 1000}
//	wins.Wilson(0.95)  // interval of the win rate
//	wins.TestNull(0.5) // z-test against 1/2
//
// Start from [Proportion]. The package does not depend on games: arena passes it counts
// and gains. Undefined values, such as the rate of no games or the standard error of one
// game, are NaN, never zero. Functions are safe for concurrent use.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a closed confidence interval.
type Interval struct{ Low, High float64 }

// Estimate is a value with its standard error, in the value's unit.
type Estimate struct{ Value, StdErr float64 }

// Test is the result of a z-test or t-test: the statistic and its two-sided p-value in
// [0, 1]. Both are NaN if there is nothing to test.
type Test struct{ Z, P float64 }

// Proportion is a number of successes out of a number of trials.
type Proportion struct{ Successes, Trials int }

// Value returns the share of successes in [0, 1]. It is NaN for no trials.
func (p Proportion) Value() float64 {
	if p.Trials == 0 {
		return math.NaN()
	}
	return float64(p.Successes) / float64(p.Trials)
}

// Variance returns p(1−p)/n, the estimated variance of the share. It is NaN for
// no trials, and zero when all trials or none succeeded.
func (p Proportion) Variance() float64 {
	v := p.Value()
	return v * (1 - v) / float64(p.Trials)
}

// StdErr returns the square root of Variance.
func (p Proportion) StdErr() float64 { return math.Sqrt(p.Variance()) }

// Estimate returns the share with its standard error.
func (p Proportion) Estimate() Estimate { return Estimate{p.Value(), p.StdErr()} }

// Wilson returns the score interval of Wilson (1927) at the given confidence,
// for example 0.95. It is a part of [0, 1], and all of it for no trials.
func (p Proportion) Wilson(confidence float64) Interval {
	if p.Trials == 0 {
		return Interval{0, 1}
	}
	in := wilson(p.Value(), float64(p.Trials), Critical(confidence))
	// Rounding would leave these ends close to 0 and 1.
	if p.Successes == 0 {
		in.Low = 0
	}
	if p.Successes == p.Trials {
		in.High = 1
	}
	return in
}

// wilson returns the interval of a share of n trials. n need not be an integer.
func wilson(share, n, z float64) Interval {
	centre := share + float64(z*z/(2*n))
	half := float64(z * math.Sqrt(float64(share*(1-share)/n)+float64(z*z/(4*n*n))))
	scale := 1 + float64(z*z/n)
	return Interval{(centre - half) / scale, (centre + half) / scale}
}

// RateInterval returns an interval of a rate in [0, 1] that is a mean over n
// independent clusters, for example the share of games won over deals of two
// games each. It is Wilson's interval for the effective sample size of survey
// statistics: the number of trials that has the standard error of the rate. A rate of 0
// or 1 has the interval of n trials. If the standard error is NaN the interval is
// [0, 1].
func RateInterval(rate Estimate, n int, confidence float64) Interval {
	if n == 0 || math.IsNaN(rate.StdErr) {
		return Interval{0, 1}
	}
	variance := rate.Value * (1 - rate.Value)
	if variance == 0 {
		return Proportion{int(rate.Value) * n, n}.Wilson(confidence)
	}
	if rate.StdErr == 0 {
		return Interval{rate.Value, rate.Value}
	}
	return wilson(rate.Value, variance/(rate.StdErr*rate.StdErr), Critical(confidence))
}

// Interval returns the interval of an estimate by the normal distribution.
func (e Estimate) Interval(confidence float64) Interval {
	z := Critical(confidence)
	return Interval{e.Value - float64(z*e.StdErr), e.Value + float64(z*e.StdErr)}
}

// TestNull tests the hypothesis that the probability of success is null, with the
// variance under that hypothesis, as saha2025mindist, section VIII, does for 0.5.
func (p Proportion) TestNull(null float64) Test {
	return TestZero(Estimate{p.Value() - null, math.Sqrt(null * (1 - null) / float64(p.Trials))})
}

// Difference returns a − b of two independent proportions, with the pooled standard
// error: that under the hypothesis of equal probabilities, as in Table 2 of
// goldman2021evaluating.
func Difference(a, b Proportion) Estimate {
	pool := Proportion{a.Successes + b.Successes, a.Trials + b.Trials}.Value()
	return Estimate{a.Value() - b.Value(), math.Sqrt(pool * (1 - pool) * (1/float64(a.Trials) + 1/float64(b.Trials)))}
}

// TestEqual tests the hypothesis that two independent proportions have the same
// probability of success, with a two-sided z-test of their [Difference]. If both are 0,
// or both are 1, z is 0.
func TestEqual(a, b Proportion) Test { return TestZero(Difference(a, b)) }

// TestZero tests the hypothesis that the estimated quantity is zero. With a standard
// error of 0, z is 0 if the value is 0, and infinite with p = 0 otherwise.
func TestZero(e Estimate) Test {
	if e.Value == 0 && e.StdErr == 0 {
		return Test{0, 1}
	}
	z := e.Value / e.StdErr
	return Test{z, twoSided(z)}
}

// twoSided returns the two-sided p-value of z: the probability that the absolute value of
// a standard normal variable is at least |z|.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Critical returns the z that the absolute value of a standard normal variable exceeds
// with probability 1 − confidence: 1.96 for 0.95.
func Critical(confidence float64) float64 {
	return distuv.UnitNormal.Quantile(1 - float64((1-confidence)/2))
}

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
		over := func(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
		return over(a.Trials, n) + over(b.Trials, successes-n) - over(a.Trials+b.Trials, successes)
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
