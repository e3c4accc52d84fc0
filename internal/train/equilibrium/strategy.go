package equilibrium

import (
	"fmt"
	"math"
)

// Strategy is a behaviour strategy of a seat: for each of its sequences the probability of the last choice at its information
// set. Entry 0 belongs to the empty sequence and is 1.
type Strategy []float64

// Profile is a strategy of each seat.
type Profile [Seats]Strategy

// Uniform returns the strategy of seat p that chooses each action with the same probability.
func (t *Tree) Uniform(p int) Strategy {
	s := &t.sides[p]
	u := make(Strategy, s.sequences())
	u[0] = 1
	for i := range s.sets() {
		from, to := s.first[i], s.first[i+1]
		for q := from; q < to; q++ {
			u[q] = 1 / float64(to-from)
		}
	}
	return u
}

// Check returns an error if the profile is none of the tree: if it has another length, or choices at
// an information set whose probabilities are negative or do not sum to 1 within 1e-9.
func (t *Tree) Check(of Profile) error {
	for p := range t.sides {
		s := &t.sides[p]
		if len(of[p]) != s.sequences() {
			return fmt.Errorf("the strategy of seat %d has %d entries, and the seat has %d sequences", p, len(of[p]), s.sequences())
		}
		for i := range s.sets() {
			sum := 0.0
			for q := s.first[i]; q < s.first[i+1]; q++ {
				if !(of[p][q] >= 0) {
					return fmt.Errorf("seat %d, information set %d: an action has the probability %v", p, i, of[p][q])
				}
				sum += of[p][q]
			}
			if !(math.Abs(sum-1) <= 1e-9) {
				return fmt.Errorf("seat %d, information set %d: the probabilities sum to %v, want 1", p, i, sum)
			}
		}
	}
	return nil
}

// plan sets x to the probabilities with which seat p plays its sequences, as far as they depend on the seat: the product of its
// choices.
func (s *side) plan(x []float64, of Strategy) {
	x[0] = 1
	for i, parent := range s.parent {
		reach := x[parent]
		for q := s.first[i]; q < s.first[i+1]; q++ {
			x[q] = reach * of[q]
		}
	}
}

// strategy returns the strategy with which seat p plays its sequences with probabilities proportional to sums. It is uniform at
// information sets that are never reached.
func (t *Tree) strategy(p int, sums []float64) Strategy {
	s, of := &t.sides[p], t.Uniform(p)
	for i := range s.sets() {
		from, to := s.first[i], s.first[i+1]
		total := 0.0
		for q := from; q < to; q++ {
			total += sums[q]
		}
		for q := from; q < to && total > 0; q++ {
			of[q] = sums[q] / total
		}
	}
	return of
}

// Mix returns the strategies of a player that draws one of the profiles before each game, with probabilities in proportion to weights, and
// plays by it to the end. Nobody can tell it from that player (kuhn1953extensive).
func (t *Tree) Mix(of []Profile, weights []float64) (mixed Profile) {
	for p := range t.sides {
		n := t.sides[p].sequences()
		sums, x := make([]float64, n), make([]float64, n)
		for i := range of {
			t.sides[p].plan(x, of[i][p])
			for q, v := range x {
				sums[q] += float64(weights[i] * v)
			}
		}
		mixed[p] = t.strategy(p, sums)
	}
	return mixed
}

// gains sets g to the gains of the rows from low to high, if the other seat plays its sequences with the probabilities x: for each sequence the
// sum over the endings at which it is the last.
func (m *matrix) gains(g, x []float64, low, high int) {
	for row := low; row < high; row++ {
		sum := 0.0
		for k := m.start[row]; k < m.start[row+1]; k++ {
			sum += float64(m.values[k] * x[m.columns[k]])
		}
		g[row] = sum
	}
}

// Value returns the expected gain of seat 0 in points. That of seat 1 is its negative.
func (t *Tree) Value(of Profile) float64 {
	var x [Seats][]float64
	for p := range t.sides {
		x[p] = make([]float64, t.sides[p].sequences())
		t.sides[p].plan(x[p], of[p])
	}
	g := make([]float64, len(x[0]))
	t.sides[0].payoffs.gains(g, x[1], 0, len(g))
	sum := 0.0
	for q, v := range g {
		sum += float64(v * x[0][q])
	}
	return sum
}

// BestResponse returns the expected gain of seat p, in points, if it knows the strategy of the other seat and answers it best, and
// such an answer: a pure strategy, with the first of equally good actions.
func (t *Tree) BestResponse(p int, other Strategy) (value float64, best Strategy) {
	s := &t.sides[p]
	x := make([]float64, t.sides[1-p].sequences())
	t.sides[1-p].plan(x, other)
	g := make([]float64, s.sequences())
	s.payoffs.gains(g, x, 0, len(g))
	best = make(Strategy, len(g))
	best[0] = 1
	for i := s.sets() - 1; i >= 0; i-- {
		top := s.first[i]
		for q := top + 1; q < s.first[i+1]; q++ {
			if g[q] > g[top] {
				top = q
			}
		}
		best[top] = 1
		g[s.parent[i]] += g[top]
	}
	return g[0], best
}

// Exploits returns what each seat gains, in points, by a best response to the strategy of the other.
func (t *Tree) Exploits(of Profile) (gains [Seats]float64) {
	for p := range gains {
		gains[p], _ = t.BestResponse(p, of[1-p])
	}
	return gains
}

// Losses is what a profile loses to best responses, in points per game.
type Losses struct {
	Gain           float64 `json:"gain" doc:"gain of seat 0 if the agent plays at both seats"`
	Best0          float64 `json:"best_0" doc:"gain of a best response at seat 0 to the agent at seat 1"`
	Best1          float64 `json:"best_1" doc:"gain of a best response at seat 1 to the agent at seat 0"`
	NashConv       float64 `json:"nashconv" doc:"sum of both gains: 0 for an equilibrium"`
	Exploitability float64 `json:"exploitability" doc:"half of it: mean loss to a best response, over both seats"`
	Share          float64 `json:"share" doc:"exploitability over the largest gain of the game"`
}

// Losses returns what a profile loses to best responses.
func (t *Tree) Losses(of Profile) Losses {
	best := t.Exploits(of)
	l := Losses{Gain: t.Value(of), Best0: best[0], Best1: best[1], NashConv: max(0, best[0]+best[1])} // not below 0 by rounding
	l.Exploitability = l.NashConv / 2
	l.Share = l.Exploitability / float64(t.Stake)
	return l
}

// NashConv returns the sum of what both seats would gain if each answered the strategy of the other best, in points per
// game. It is 0 in an equilibrium, and positive otherwise. Half of it is the exploitability: what the profile loses to a best
// response on average over the seats, compared with the value of the game.
func (t *Tree) NashConv(of Profile) float64 {
	g := t.Exploits(of)
	return max(0, g[0]+g[1]) // not below 0 by rounding
}
