package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

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

// Density returns a kernel density estimate of a sample at each point: the mean of normal
// densities around the values, whose standard deviation is given by Scott's rule, that of the
// sample times n^(-1/5) (scott1992multivariate). It is NaN for fewer than two values and for
// equal ones.
func Density(sample, points []float64) []float64 {
	width := DistributionOf(sample).SD * math.Pow(float64(len(sample)), -1./5)
	sorted := slices.Clone(sample)
	slices.Sort(sorted)
	density := make([]float64, len(points))
	for i, p := range points {
		const reach = 9 // standard deviations: the density beyond is below 1e-18 of the greatest
		from, _ := slices.BinarySearch(sorted, p-float64(reach*width))
		to, _ := slices.BinarySearch(sorted, p+float64(reach*width))
		for _, x := range sorted[from:to] {
			z := (x - p) / width
			density[i] += math.Exp(-z * z / 2)
		}
		density[i] /= width * math.Sqrt(2*math.Pi) * float64(len(sample))
	}
	return density
}

// NormalQuantile returns the p-quantile of the standard normal distribution, p in (0, 1).
func NormalQuantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// NormalDensity returns the density of the standard normal distribution at x.
func NormalDensity(x float64) float64 { return distuv.UnitNormal.Prob(x) }

// NormalShare returns the probability that a standard normal number is at most x.
func NormalShare(x float64) float64 { return distuv.UnitNormal.CDF(x) }
