package equilibrium

import (
	"context"
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// Estimate estimates the number of positions of g, which may be too many to list, from the given number of random games
// (knuth1975estimating). Of a position with n positions after it, decisions and draws of cards counted together, one is taken at
// random and stands for all n. The mean is without bias; se is its standard error. Deals are counted, not estimated.
func Estimate(ctx context.Context, g game.Game, probes int, seed uint64) (deals int64, positions, se float64, err error) {
	w, err := newWalk(ctx, g, nil)
	if err != nil {
		return 0, 0, 0, err
	}
	src := rand.NewPCG(seed, 0)
	// A uniform sample of the deals, with replacement: each place of the sample goes to deal n with probability 1/n.
	var sample []game.State
	for range probes {
		sample = append(sample, g.NewState())
	}
	dealt := g.NewState()
	if err := w.chance.Deals(func(deal *record.Event, _ float64) error {
		deals++
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := record.DealRecorded(w.game, dealt, deal); err != nil {
			return err
		}
		for i := w.skip(src, deals, 0); i < probes; i = w.skip(src, deals, i+1) {
			sample[i].CopyFrom(dealt)
		}
		return nil
	}); err != nil {
		return 0, 0, 0, err
	}
	sum, squares := 0.0, 0.0
	for _, s := range sample {
		if err := ctx.Err(); err != nil {
			return 0, 0, 0, err
		}
		n, err := w.probe(s, src)
		if err != nil {
			return 0, 0, 0, err
		}
		sum += n
		squares += float64(n * n)
	}
	n := float64(probes)
	mean := sum / n
	return deals, mean * float64(deals), math.Sqrt(max(0, squares/n-mean*mean)/max(1, n-1)) * float64(deals), nil
}

// skip returns the first place at or after i that goes to deal n.
func (w *walk) skip(src *rand.PCG, n int64, i int) int {
	if n == 1 {
		return i
	}
	// The number of places before it has a geometric distribution.
	u := 1 - game.Unit(src.Uint64())
	return i + int(min(1<<40, math.Log(u)/math.Log1p(-1/float64(n))))
}

// probe returns the estimate of the number of positions from s on. It changes s.
func (w *walk) probe(s game.State, src *rand.PCG) (float64, error) {
	next, to := w.game.NewState(), w.level(0)
	total, weight := 1.0, 1.0
	var legal game.Mask
	for s.Current() != game.NoPlayer {
		s.Legal(&legal)
		n := uint64(0)
		var err error
		for a := range legal.Each() {
			to.events, err = w.chance.Apply(to.events, s, to.state, a, func([]record.Event, float64) error {
				if n++; card.Below(src, n) == 0 {
					next.CopyFrom(to.state)
				}
				return nil
			})
			if err != nil {
				return 0, err
			}
		}
		weight *= float64(n)
		total += weight
		s.CopyFrom(next)
	}
	return total, nil
}
