package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"rummygym/env/card"
)

// MeanOf returns the mean of the values and its standard error, s/√n. The mean of
// no values and the error of fewer than two are NaN.
func MeanOf(x []float64) Estimate {
	if len(x) == 0 {
		return Estimate{math.NaN(), math.NaN()}
	}
	mean, sd := meanDeviation(x)
	return Estimate{mean, stat.StdErr(sd, float64(len(x)))}
}

// MeanOfEstimates returns the mean of independent estimates, NaN if there are none.
func MeanOfEstimates(all []Estimate) Estimate {
	total, variance, n := 0., 0., float64(len(all))
	for _, e := range all {
		total += e.Value
		variance += float64(e.StdErr * e.StdErr)
	}
	return Estimate{total / n, math.Sqrt(variance) / n}
}

// MeanOfDraws returns the mean of the values of draws, some of which are repeated: value i is that of the draw before it if
// again[i] is true. With nil, or without any, it is [MeanOf]. The standard error is that of a mean of different draws with weights w of
// sum 1, by how often each occurs, √(Σw²(x−mean)²/(1−Σw²)). For equal weights that is s/√n. It is NaN for fewer than two draws.
func MeanOfDraws(x []float64, again []bool) Estimate {
	if again == nil || !slices.Contains(again[:len(x)], true) {
		return MeanOf(x)
	}
	mean, n := stat.Mean(x, nil), float64(len(x))
	squares, rest := 0., 1.
	for from, to := 0, 0; from < len(x); from = to {
		sum := 0.
		for to = from; to == from || to < len(x) && again[to]; to++ {
			sum += x[to] - mean
		}
		w := float64(to-from) / n
		squares += float64(sum * sum)
		if rest -= float64(w * w); to-from == len(x) {
			return Estimate{mean, math.NaN()}
		}
	}
	return Estimate{mean, math.Sqrt(squares/rest) / n}
}

// meanDeviation returns the mean and the standard deviation with n-1, NaN where there are too few
// values. It computes what gonum does, but rounds each product, so that the result does not
// depend on the processor.
func meanDeviation(x []float64) (mean, sd float64) {
	mean = stat.Mean(x, nil)
	if len(x) == 1 {
		return mean, math.NaN()
	}
	squares, rest := 0., 0.
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		rest += d
	}
	n := float64(len(x))
	return mean, math.Sqrt((squares - float64(rest*rest)/n) / (n - 1))
}

// Quantile returns the q-quantile, q in [0, 1], of values in ascending order, with
// linear interpolation between the two nearest values (type 7 of Hyndman and Fan
// 1996, NumPy's default). It is NaN for no values. Quantile(x, 0.5) is the median: the
// middle value, or the mean of the two middle ones.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(q * float64(len(sorted)-1))
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}

// Bootstrap returns percentile intervals for the mean and the median of whole
// numbers, from resamples of the same size, drawn with replacement (Efron 1979).
// The source determines the intervals. Without values or resamples the ends are NaN.
func Bootstrap(values []float64, resamples int, confidence float64, src rand.Source) (mean, median Interval) {
	nan := Interval{math.NaN(), math.NaN()}
	if len(values) == 0 || resamples < 1 {
		return nan, nan
	}
	// A plain implementation would collect and sort each resample. The points of a
	// game take few distinct values, so a resample is counted by value instead, and
	// one pass over the counts gives its mean and median.
	low, n := int(slices.Min(values)), uint64(len(values))
	counts := make([]uint32, int(slices.Max(values))-low+1)
	means, medians := make([]float64, resamples), make([]float64, resamples)
	for r := range resamples {
		clear(counts)
		for range values {
			counts[int(values[card.Below(src, n)])-low]++
		}
		means[r], medians[r] = centre(counts, low, len(values))
	}
	slices.Sort(means)
	slices.Sort(medians)
	tail := float64((1 - confidence) / 2)
	return Interval{Quantile(means, tail), Quantile(means, 1-tail)},
		Interval{Quantile(medians, tail), Quantile(medians, 1-tail)}
}

// centre returns the mean and the median of n values, of which counts[i] are i + low.
func centre(counts []uint32, low, n int) (mean, median float64) {
	var sum, passed int
	lower, upper := (n-1)/2, n/2 // ranks, from 0, of the middle values
	for i, c := range counts {
		v := i + low
		sum += v * int(c)
		if passed <= lower && lower < passed+int(c) {
			median += float64(v)
		}
		if passed <= upper && upper < passed+int(c) {
			median += float64(v)
		}
		passed += int(c)
	}
	return float64(sum) / float64(n), median / 2
}

// Distribution is the moments of a sample. For the normal distribution, skewness and excess
// kurtosis are 0.
type Distribution struct {
	N        int
	Mean, SD float64 // standard deviation with n-1
	Skew     float64 // with the correction for the size of the sample
	Kurtosis float64 // in excess of 3, with the correction for the size of the sample
}

// DistributionOf returns the moments of a sample. Those that need more values than there are
// are NaN: two for SD, three for Skew and four for Kurtosis.
func DistributionOf(x []float64) Distribution {
	d := Distribution{N: len(x), Skew: math.NaN(), Kurtosis: math.NaN()}
	d.Mean, d.SD = meanDeviation(x)
	if d.N > 2 {
		d.Skew = stat.Skew(x, nil)
	}
	if d.N > 3 {
		d.Kurtosis = stat.ExKurtosis(x, nil)
	}
	return d
}

// NormalQuantile returns the p-quantile of the standard normal distribution, p in (0, 1).
func NormalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// NormalShare returns the probability that a standard normal number is at most x.
func NormalShare(x float64) float64 { return distuv.UnitNormal.CDF(x) }

// BootstrapRatio returns a percentile interval for the sum of x divided by that of y, which are sums of the
// same independent units, from resamples of the units. See [Bootstrap].
func BootstrapRatio(x, y []float64, resamples int, confidence float64, src rand.Source) Interval {
	if len(x) == 0 || resamples < 1 {
		return Interval{math.NaN(), math.NaN()}
	}
	ratios := make([]float64, resamples)
	for r := range ratios {
		sumX, sumY := 0., 0.
		for range x {
			i := card.Below(src, uint64(len(x)))
			sumX += x[i]
			sumY += y[i]
		}
		ratios[r] = sumX / sumY
	}
	slices.Sort(ratios)
	tail := float64((1 - confidence) / 2)
	return Interval{Quantile(ratios, tail), Quantile(ratios, 1-tail)}
}
