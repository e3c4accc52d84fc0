package search_test

import (
	"math"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/search"
	"rummygym/internal/must"
)

// TestSpread measures the standard deviations of the results of discards and of their
// differences. Common random numbers make the differences smaller than those of
// independent results, and drawing from both ends of the closed deck smaller again.
func TestSpread(t *testing.T) {
	decisions := 100
	if testing.Short() {
		decisions = 20
	}
	spread := func(drawStock game.Action) (own, difference float64) {
		g, s := table(t, indian.Paper())
		c := small(t, g)
		c.Allocation, c.Rollouts, c.DrawStock = search.Even, 400, drawStock
		p, b := player(t, c), must.Get(indianrummy.New("min-dist-opp"))(t)()
		obs := g.NewObservation()
		var legal game.Mask
		n := 0.0
		for d := range uint64(decisions) {
			g.Deal(s, game.DealSource(5, d))
			for k := uint64(0); s.Current() != game.NoPlayer; k++ {
				s.Observe(s.Current(), obs)
				s.Legal(&legal)
				if k >= d%20 && obs.(*indian.Observation).Phase == indian.Discard {
					for _, v := range p.Values(nil, obs, &legal) {
						if v.Behind != 0 {
							own += v.StdErr * v.StdErr * float64(v.Rollouts)
							difference += v.BehindErr * v.BehindErr * float64(v.Rollouts)
							n++
						}
					}
					break
				}
				a, _ := b.Act(obs, &legal)
				must.Do(t, s.Apply(a))
			}
		}
		return math.Sqrt(own / n), math.Sqrt(difference / n)
	}
	own, top := spread(game.NoAction)
	_, both := spread(indian.DrawStock)
	t.Logf("results %.1f, differences %.1f, drawing from both ends %.1f", own, top, both)
	if independent := math.Sqrt2 * own; top > .9*independent || both > .95*top {
		t.Errorf("standard deviations of differences: %.1f, and %.1f drawing from both ends; want them to fall from %.1f of independent results", top, both, independent)
	}
}
