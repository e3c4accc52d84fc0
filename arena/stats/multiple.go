package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Holm returns the p-values corrected for multiple tests by Holm's step-down method
// (1979), in the order given. Rejecting all hypotheses with a corrected p-value below α
// has a probability of at most α of any wrong rejection. NaN stays NaN and is not counted.
func Holm(p []float64) []float64 {
	out := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, min(1, p[i]*float64(len(order)-rank)))
		out[i] = highest
	}
	return out
}

// JointCritical returns the critical |z| of each of m independent tests for which the
// probability of any false positive is 1 − confidence (Šidák's correction). It is 3.42 for
// 16 tests at 0.99, and NaN for m < 1.
func JointCritical(m int, confidence float64) float64 {
	if m < 1 {
		return math.NaN()
	}
	return Critical(math.Pow(confidence, 1/float64(m)))
}

// ChiSquare returns the sum of the squares of independent standard normal z, its degrees
// of freedom, and the probability that such a sum is at least as large. NaN values count
// neither in the sum nor in the degrees of freedom. Without other values the probability
// is NaN.
func ChiSquare(z []float64) (sum float64, freedom int, p float64) {
	for _, v := range z {
		if !math.IsNaN(v) {
			sum += float64(v * v)
			freedom++
		}
	}
	switch {
	case freedom == 0:
		return 0, 0, math.NaN()
	case math.IsInf(sum, 1):
		return sum, freedom, 0
	}
	return sum, freedom, distuv.ChiSquared{K: float64(freedom)}.Survival(sum)
}
