package stats

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

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

// NashAverage returns the Nash equilibrium of highest entropy of the zero-sum game in which two
// players each name an agent and payoff[i][j] = −payoff[j][i] is what i gets from j
// (balduzzi2018reevaluating, section 3). A mixture of agents by these shares loses against
// no agent. An agent that beats all others has the share 1; agents that beat each other in a
// cycle share it; copies of an agent divide its share. The shares sum to 1.
func NashAverage(payoff [][]float64) []float64 {
	n := len(payoff)
	scale := 0.0
	for i := range payoff {
		for _, v := range payoff[i] {
			scale = max(scale, math.Abs(v))
		}
	}
	p, x := make([]float64, n), make([]float64, n) // shares, and their logarithms
	for i := range p {
		p[i], x[i] = 1/float64(n), -math.Log(float64(n))
	}
	if scale == 0 || n == 1 {
		return p
	}
	// A linear program would give one of the equilibria. The shares p for which p[i] is
	// proportional to exp((payoff·p)[i]/t) have an entropy at least that of every equilibrium
	// e, since e gets (payoff·p)·e ≥ 0 from p, and are an equilibrium up to t·log n. So their limit
	// for t → 0 is the one of highest entropy. They are followed from t → ∞, where they are equal.
	next, newton := make([]float64, n), newEquations(n+1)
	for t, ratio := scale, 0.5; t > 1e-10*scale && ratio < 0.999; {
		copy(next, x)
		if logitEquilibrium(payoff, t*ratio, next, newton) {
			t *= ratio
			copy(x, next)
		} else {
			ratio = math.Sqrt(ratio)
		}
	}
	sum := 0.0
	for i := range p {
		if p[i] = math.Exp(x[i]); p[i] < 1e-9 {
			p[i] = 0
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// logitEquilibrium solves t·x[i] = Σ_j payoff[i][j]·e^x[j] − v and Σ e^x[i] = 1 for x and v, from
// a close x. It reports whether it has found the solution.
func logitEquilibrium(payoff [][]float64, t float64, x []float64, newton *equations) bool {
	n := len(x)
	step := newton.right.Data
	p, got := make([]float64, n), make([]float64, n)
	for range 60 {
		total := 0.0
		for i := range p {
			p[i] = math.Exp(x[i])
			total += p[i]
		}
		v := 0.0 // that fits x best
		for i := range got {
			got[i] = 0
			for j := range p {
				got[i] += float64(payoff[i][j] * p[j])
			}
			v += float64(p[i] * (got[i] - float64(t*x[i])) / total)
		}
		for i := range n {
			step[i] = got[i] - v - float64(t*x[i])
			row := newton.row(i)
			for j := range n {
				row[j] = -float64(payoff[i][j] * p[j])
			}
			row[i] += t
			row[n] = 1
			newton.row(n)[i] = p[i]
		}
		newton.row(n)[n], step[n] = 0, 1-total
		if !newton.solve() {
			return false
		}
		up, change := 0.0, 0.0 // the largest growth of a logarithm, and of a share
		for i := range n {
			up = max(up, step[i])
			change = max(change, p[i]*math.Abs(step[i]))
		}
		if math.IsNaN(change) {
			return false
		}
		size := 1 / max(1, up)
		for i := range n {
			x[i] += float64(size * step[i])
		}
		if change < 1e-12 && size == 1 {
			return true
		}
	}
	return false
}

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
