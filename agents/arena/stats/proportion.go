// Package stats holds the estimates and tests that compare agents: proportions
// with Wilson intervals, z-tests, Holm's and Šidák's corrections, quantiles, and
// a seeded bootstrap for gains.
//
// Start from [Proportion]. The package knows no game: arena feeds it counts and
// gains. What cannot be estimated (the rate of no games, the error of one game)
// is NaN, never zero. Functions are safe for concurrent use.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a closed interval of confidence.
type Interval struct{ Low, High float64 }

// Estimate is a value with its standard error, in the value's unit.
type Estimate struct{ Value, StdErr float64 }

// Test is the result of a z-test: the statistic and its two-sided p-value in
// [0, 1]. Both are NaN where there is nothing to test.
type Test struct{ Z, P float64 }

// Proportion is a number of successes out of a number of trials.
type Proportion struct{ Successes, Trials int }

// Value returns the share of successes in [0, 1], NaN for no trials.
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

// Estimate returns Value and StdErr.
func (p Proportion) Estimate() Estimate { return Estimate{p.Value(), p.StdErr()} }

// Wilson returns the score interval of Wilson (1927) at the given confidence,
// for example 0.95. It lies in [0, 1] and is all of it for no trials.
func (p Proportion) Wilson(confidence float64) Interval {
	if p.Trials == 0 {
		return Interval{0, 1}
	}
	in := wilson(p.Value(), float64(p.Trials), Critical(confidence))
	// The ends are exact where rounding would leave a residue beside them.
	if p.Successes == 0 {
		in.Low = 0
	}
	if p.Successes == p.Trials {
		in.High = 1
	}
	return in
}

// wilson returns the interval of a share of n trials; n need not be whole.
func wilson(share, n, z float64) Interval {
	centre := share + z*z/(2*n)
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return Interval{(centre - half) / scale, (centre + half) / scale}
}

// RateInterval returns an interval of a rate in [0, 1] that is a mean over n
// independent clusters, for example the share of games won over deals of two
// games each: Wilson's, for as many trials as would have the standard error of
// the rate (the effective sample size of survey statistics). A rate of 0 or 1 has
// the interval of n trials, and all of [0, 1] is that of a rate without an error.
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
	return Interval{e.Value - z*e.StdErr, e.Value + z*e.StdErr}
}

// TestNull tests that the chance of success is null, with the variance under
// that hypothesis, as paper 000 section VIII does for 0.5.
func (p Proportion) TestNull(null float64) Test {
	return TestZero(Estimate{p.Value() - null, math.Sqrt(null * (1 - null) / float64(p.Trials))})
}

// Difference returns a − b of two independent proportions, with the standard error
// that it has if both have the same chance: that of the pooled proportion, as in
// Table 2 of paper 001.
func Difference(a, b Proportion) Estimate {
	pool := Proportion{a.Successes + b.Successes, a.Trials + b.Trials}.Value()
	return Estimate{a.Value() - b.Value(), math.Sqrt(pool * (1 - pool) * (1/float64(a.Trials) + 1/float64(b.Trials)))}
}

// TestEqual is the two-sided z-test that two independent proportions have the same
// chance, on their [Difference]. Two proportions that both are 0, or both are 1,
// differ in nothing: z is 0.
func TestEqual(a, b Proportion) Test { return TestZero(Difference(a, b)) }

// TestZero tests that the estimated quantity is zero. A zero without error has
// z = 0; another value without error has infinite z and p = 0.
func TestZero(e Estimate) Test {
	if e.Value == 0 && e.StdErr == 0 {
		return Test{0, 1}
	}
	z := e.Value / e.StdErr
	return Test{z, TwoSided(z)}
}

// TwoSided returns the probability that a standard normal number is at least
// as far from 0 as z.
func TwoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Critical returns the z that a standard normal number exceeds in absolute value
// with probability 1 − confidence: 1.96 for 0.95.
func Critical(confidence float64) float64 {
	return distuv.UnitNormal.Quantile(1 - (1-confidence)/2)
}
