package equilibrium

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// Method is a method that approaches an equilibrium.
type Method string

// The methods.
const (
	PredictiveCFRPlus Method = "pcfr+" // predictive regret matching+, quadratic averages (farina2021predictive)
	CFRPlus           Method = "cfr+"  // regret matching+, linear averages (tammelin2014cfrplus)
)

// Solver computes strategies that approach an equilibrium of a tree, iteration by iteration, by counterfactual regret
// minimisation with alternating updates. The strategies depend on the method and the number of iterations alone, not on
// the number of workers.
type Solver struct {
	tree   *Tree
	method Method
	done   int
	sides  [Seats]learner
}

// learner is what a solver knows of a seat, by sequence.
type learner struct {
	regrets []float64
	current Strategy
	sums    []float64 // of the probabilities of the sequences, weighted by iteration
	plan    []float64 // of the current strategy
	gains   []float64 // of the iteration
}

// NewSolver returns a solver at iteration 0, where both seats choose each action with the same probability.
func NewSolver(t *Tree, m Method) (*Solver, error) {
	if m != CFRPlus && m != PredictiveCFRPlus {
		return nil, fmt.Errorf("method %q: want %s or %s", m, PredictiveCFRPlus, CFRPlus)
	}
	s := &Solver{tree: t, method: m}
	for p := range s.sides {
		n := t.sides[p].sequences()
		l := &s.sides[p]
		*l = learner{regrets: make([]float64, n), current: t.Uniform(p), sums: make([]float64, n), plan: make([]float64, n), gains: make([]float64, n)}
		t.sides[p].plan(l.plan, l.current)
	}
	return s, nil
}

// Iterations returns the number of iterations so far.
func (s *Solver) Iterations() int { return s.done }

// Run runs n iterations on the given number of workers. An error is that of ctx; the iteration in progress is then finished.
func (s *Solver) Run(ctx context.Context, n, workers int) error {
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		for p := range s.sides {
			s.update(p, workers)
		}
		s.done++
	}
	return nil
}

// Rows and information sets of a part of the work of one worker, about.
const (
	rowsOfPart = 4096
	setsOfPart = 1024
)

// update updates the strategy of seat p.
func (s *Solver) update(p, workers int) {
	side, l := &s.tree.sides[p], &s.sides[p]
	other := s.sides[1-p].plan
	n := side.sequences()
	share(workers, (n+rowsOfPart-1)/rowsOfPart, func(i int) {
		side.payoffs.gains(l.gains, other, i*rowsOfPart, min(n, (i+1)*rowsOfPart))
	})
	parts := side.parts()
	share(workers, len(parts)-1, func(i int) { s.learn(p, int(parts[i]), int(parts[i+1])) })
}

// parts returns the first information sets of parts of whole groups, and then their number.
func (s *side) parts() []int32 {
	parts := []int32{0}
	for _, root := range s.roots {
		if root-parts[len(parts)-1] >= setsOfPart || int(root) == s.sets() {
			parts = append(parts, root)
		}
	}
	return parts
}

// share calls work with the numbers below n on the given number of goroutines.
func share(workers, n int, work func(i int)) {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				work(int(i))
			}
		})
	}
	wait.Wait()
}

// learn updates the regrets, the strategy and the sums of seat p at the information sets from low to high, which are whole groups. The gains
// become those of playing on from each sequence, from the last information set to the first; the regret of an action is what it gains
// more than the current strategy there.
func (s *Solver) learn(p, low, high int) {
	side, l := &s.tree.sides[p], &s.sides[p]
	weight := float64(s.done + 1)
	if s.method == PredictiveCFRPlus {
		weight *= weight
	}
	for i := high - 1; i >= low; i-- {
		from, to := side.first[i], side.first[i+1]
		gains, regrets, current := l.gains[from:to], l.regrets[from:to], l.current[from:to]
		mean := 0.0
		for k, g := range gains {
			mean += float64(current[k] * g)
		}
		sum := 0.0
		for k, g := range gains {
			regret := g - mean
			r := max(0, regrets[k]+regret)
			regrets[k], current[k] = r, r
			if s.method == PredictiveCFRPlus { // the next regret is predicted to be this one
				current[k] = max(0, r+regret)
			}
			sum += current[k]
		}
		for k := range current {
			if sum > 0 {
				current[k] /= sum
			} else {
				current[k] = 1 / float64(len(current))
			}
		}
		if parent := side.parent[i]; parent > 0 {
			l.gains[parent] += mean
		}
	}
	for i := low; i < high; i++ {
		reach := l.plan[side.parent[i]]
		for q := side.first[i]; q < side.first[i+1]; q++ {
			x := reach * l.current[q]
			l.plan[q] = x
			l.sums[q] += float64(weight * x)
		}
	}
}

// Average returns the mean strategies of all iterations, weighted as the method does. They approach an equilibrium.
func (s *Solver) Average() (of Profile) {
	for p := range s.sides {
		of[p] = s.tree.strategy(p, s.sides[p].sums)
	}
	return of
}

// Current returns the strategies of the last iteration. They need not approach an equilibrium, but in some games those of
// predictive CFR+ reach it after a few hundred iterations.
func (s *Solver) Current() (of Profile) {
	for p := range s.sides {
		of[p] = append(of[p], s.sides[p].current...)
	}
	return of
}

// Best returns the better one of [Solver.Average] and [Solver.Current], and its NashConv.
func (s *Solver) Best() (of Profile, nashConv float64) {
	of = s.Average()
	nashConv = s.tree.NashConv(of)
	if last := s.Current(); s.tree.NashConv(last) < nashConv {
		return last, s.tree.NashConv(last)
	}
	return of, nashConv
}
