package stats

import "math"

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
		for i := range got {
			got[i] = 0
			for j := range p {
				got[i] += float64(payoff[i][j] * p[j])
			}
		}
		for i := range n {
			step[i] = got[i] - float64(t*x[i]) // row[n] is the factor of v
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
