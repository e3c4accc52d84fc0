package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// EloUnit is the number of Elo points of a rating of 1, 400/ln 10: an agent whose rating is
// higher by 400 Elo points takes ten points for each that it gives away.
const EloUnit = 400 / math.Ln10

// EloScore returns the expected score, in (0, 1), of an agent whose rating is higher by this
// number of Elo points.
func EloScore(elo float64) float64 { return logistic(elo / EloUnit) }

// logistic returns 1/(1+e^(−x)).
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// BradleyTerry returns the ratings r for which the points are most likely, if agent i takes a
// point from agent j with the probability 1/(1+e^(r[j]−r[i])) (bradley1952rank).
// points[i][j] is what i took from j, with half a point each for a draw; the diagonal does not
// count. Multiply a rating by [EloUnit] for Elo points.
//
// The estimate is infinite if some agents took nothing from the others, see [Classes]. So each
// agent has drawn a number of games, the prior, with an imagined agent of rating 0. With a
// prior above 0 the ratings are finite, unique, and have a mean near 0; one game is little beside
// hundreds.
func BradleyTerry(points [][]float64, prior float64) []float64 {
	n := len(points)
	r, next := make([]float64, n), make([]float64, n)
	gradient, step := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	best := bradleyTerryLikelihood(points, prior, r)
	// Newton's method on a concave function. Steps that overshoot are halved.
	for range 200 {
		for i := range n {
			g := float64(prior * (0.5 - logistic(r[i])))
			for j := range n {
				if i != j {
					g += points[i][j] - float64((points[i][j]+points[j][i])*logistic(r[i]-r[j]))
				}
			}
			gradient.SetVec(i, g)
		}
		var c mat.Cholesky
		if !c.Factorize(bradleyTerryInformation(points, prior, r)) || c.SolveVecTo(step, gradient) != nil {
			return r // no prior, or ratings so far apart that no digit can change
		}
		largest := 0.0
		for i := range n {
			largest = max(largest, math.Abs(step.AtVec(i)))
		}
		// The curvature at one point says little about points where the odds are very different.
		size := 1 / max(1, largest/2)
		for ; size > 1e-9; size /= 2 {
			for i := range n {
				next[i] = r[i] + float64(size*step.AtVec(i))
			}
			if l := bradleyTerryLikelihood(points, prior, next); l >= best {
				best = l
				copy(r, next)
				break
			}
		}
		if largest < 1e-11 || size <= 1e-9 {
			break
		}
	}
	return r
}

// bradleyTerryLikelihood returns the logarithm of the likelihood times the prior.
func bradleyTerryLikelihood(points [][]float64, prior float64, r []float64) float64 {
	sum := 0.0
	for i := range points {
		sum -= float64(prior / 2 * (math.Log1p(math.Exp(-r[i])) + math.Log1p(math.Exp(r[i]))))
		for j, p := range points[i] {
			if i != j && p > 0 {
				sum -= float64(p * math.Log1p(math.Exp(r[j]-r[i])))
			}
		}
	}
	return sum
}

// bradleyTerryInformation returns the negative Hessian of bradleyTerryLikelihood.
func bradleyTerryInformation(points [][]float64, prior float64, r []float64) *mat.SymDense {
	n := len(points)
	h := mat.NewSymDense(n, nil)
	for i := range n {
		p := logistic(r[i])
		h.SetSym(i, i, h.At(i, i)+float64(prior*p*(1-p)))
		for j := range i {
			p := logistic(r[i] - r[j])
			w := float64((points[i][j] + points[j][i]) * p * (1 - p))
			h.SetSym(i, i, h.At(i, i)+w)
			h.SetSym(j, j, h.At(j, j)+w)
			h.SetSym(i, j, -w)
		}
	}
	return h
}

// Classes returns a class for each agent, numbered from 0 in the order of their first agents.
// Two agents are of the same class if each took points from the other, or from one who took
// points from the other, and so on. Points without a prior determine the differences of ratings
// within a class, but bound those between classes from one side only, or not at all
// (ford1957solution).
func Classes(points [][]float64) []int {
	n := len(points)
	reaches := make([][]bool, n)
	for i := range reaches {
		reaches[i] = make([]bool, n)
		for j, p := range points[i] {
			reaches[i][j] = i == j || p > 0
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
			}
		}
	}
	class, next := make([]int, n), 0
	for i := range class {
		class[i] = -1
		for j := range i {
			if reaches[i][j] && reaches[j][i] {
				class[i] = class[j]
				break
			}
		}
		if class[i] < 0 {
			class[i] = next
			next++
		}
	}
	return class
}
