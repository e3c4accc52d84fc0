package stats

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// AlphaRank returns the shares of agents in the long run of a population of the given size in
// which one agent at a time is replaced by a copy of another, more likely by one that does
// better, with rare mutations (omidshafiei2019alpharank, sections 2.4 and 2.5, one population).
// payoff[i][j] is what agent i gets against agent j. The intensity of selection alpha is above
// 0; math.Inf(1) is its limit, in which an agent is replaced only by one that gets more in their
// meeting, or by chance by one that gets the same. The shares then are above 0 for the agents
// of the top cycle only: the smallest group that does not lose against any agent outside.
func AlphaRank(payoff [][]float64, alpha float64, population int) []float64 {
	n := len(payoff)
	if n == 1 {
		return []float64{1}
	}
	// share·(T − 1) = 0, transposed, with Σ share = 1 in the place of the last equation.
	e := newEquations(n)
	for i := range n {
		for j := range n {
			if i != j {
				flow := fixation(payoff[j][i]-payoff[i][j], alpha, population) / float64(n-1)
				e.row(j)[i] += flow
				e.row(i)[i] -= flow
			}
		}
	}
	for i := range n {
		e.row(n - 1)[i] = 1
	}
	shares := e.right.Data
	shares[n-1] = 1
	if !e.solve() {
		for i := range shares {
			shares[i] = math.NaN()
		}
		return shares
	}
	sum := 0.0
	for i := range shares {
		if shares[i] < 1e-12 {
			shares[i] = 0
		}
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// fixation returns the probability that a single mutant, which gets more by this lead, takes
// over a population.
func fixation(lead, alpha float64, population int) float64 {
	m := float64(population)
	u := lead * alpha
	switch {
	case lead == 0:
		return 1 / m
	case u > 0:
		return math.Expm1(-u) / math.Expm1(-m*u)
	}
	return math.Exp((m-1)*u) * math.Expm1(u) / math.Expm1(m*u)
}

// equations is a system of linear equations.
type equations struct {
	matrix, right blas64.General // of n rows; solve replaces both
	pivots        []int
}

func newEquations(n int) *equations {
	return &equations{
		blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)},
		blas64.General{Rows: n, Cols: 1, Stride: 1, Data: make([]float64, n)}, make([]int, n),
	}
}

// row returns a row of the matrix.
func (e *equations) row(i int) []float64 {
	return e.matrix.Data[i*e.matrix.Stride:][:e.matrix.Cols]
}

// solve solves the equations. It reports whether they have exactly one solution, which is then
// in right.
func (e *equations) solve() bool {
	if !lapack64.Getrf(e.matrix, e.pivots) {
		return false
	}
	lapack64.Getrs(blas.NoTrans, e.matrix, e.right, e.pivots)
	return true
}
