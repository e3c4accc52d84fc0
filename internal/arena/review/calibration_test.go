package review_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestStandardErrors compares the standard errors of reviews, of costs of moves and of searches with the spread of the estimates over
// seeds: for each decision, the variance of the estimates is divided by the mean of the squared standard errors.
// The mean over the decisions is 1 if the errors are right. In Gin Rummy it was above 1.7 when deals that a sampler repeats
// counted as independent ones.
func TestStandardErrors(t *testing.T) {
	for _, c := range []struct {
		name               string
		game, rules, agent string
		measure            func(t *testing.T, x *table, p []decision) func(seed uint64, i int) []stats.Estimate
		belief             string // "uniform", or that of reviews
		rollouts           int
		short, long        int // numbers of games for reviews, of decisions for others
	}{
		{"gin review", "gin", "openspiel", "independent-heuristics:filter=keep", reviewed, "", 100, 3, 10},
		{"gin costs", "gin", "openspiel", "independent-heuristics:filter=keep", judged, "", 400, 0, 20},
		{"gin search", "gin", "openspiel", "independent-heuristics:filter=keep", searched, "", 100, 40, 80},
		{"gin search, uniform hands", "gin", "openspiel", "independent-heuristics:filter=keep", searched, "uniform", 100, 0, 80},
		{"indian review", "indian", "paper", "min-dist-outs", reviewed, "", 100, 1, 5},
		{"indian costs", "indian", "paper", "min-dist-outs", judged, "", 400, 0, 10},
		{"indian search", "indian", "paper", "min-dist-outs", searched, "", 400, 0, 20},
		{"indian search, uniform hands", "indian", "paper", "min-dist-outs", searched, "uniform", 100, 0, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			positions, seeds := c.short, 24
			if *long {
				positions, seeds = c.long, 60
			}
			if positions == 0 {
				t.Skip("takes a minute: run with -long")
			}
			x := newTable(t, c.game, c.rules, c.agent, search.Gain)
			x.config, _ = must.Get2(catalog.ReviewConfig(must.Get(catalog.ParseRules(c.game, c.rules))(t), c.agent, search.Gain))(t)
			x.config.Search.Rollouts, x.config.Workers = c.rollouts, 1
			if c.belief == "uniform" {
				x.config.Search.Sampler = map[string]func() search.Sampler{
					"gin":    func() search.Sampler { return search.GinSampler{} },
					"indian": func() search.Sampler { return new(search.IndianSampler) },
				}[c.game]
			}
			all := drawDecisions(t, x, positions)
			ratios := make([][]float64, len(all))
			var wait sync.WaitGroup
			for w := range runtime.GOMAXPROCS(0) {
				wait.Go(func() {
					estimates := c.measure(t, x, all)
					for i := w; i < len(all); i += runtime.GOMAXPROCS(0) {
						ratios[i] = ratiosOf(seeds, func(seed uint64) []stats.Estimate { return estimates(seed, i) })
					}
				})
			}
			wait.Wait()
			known := slices.Concat(ratios...)
			mean := stats.MeanOf(known)
			t.Logf("%d decisions: variance over %d seeds / mean squared standard error: %.3f ± %.3f", len(known), seeds, mean.Value, mean.StdErr)
			if len(known) < positions/2 || math.Abs(mean.Value-1) > 0.15 {
				t.Errorf("ratio %.3f of %d decisions, want 0.85 to 1.15", mean.Value, len(known))
			}
		})
	}
}

// ratiosOf returns, for each of several estimates, the variance over seeds divided by the mean squared standard error. It leaves
// out those that are certain.
func ratiosOf(seeds int, estimates func(seed uint64) []stats.Estimate) (all []float64) {
	var values, squares [][]float64
	for seed := range uint64(seeds) {
		for k, e := range estimates(seed + 1) {
			if k == len(values) {
				values, squares = append(values, nil), append(squares, nil)
			}
			values[k], squares[k] = append(values[k], e.Value), append(squares[k], e.StdErr*e.StdErr)
		}
	}
	for k := range values {
		if stated := stats.MeanOf(squares[k]).Value; stated > 0 {
			spread := stats.MeanOf(values[k]).StdErr
			all = append(all, spread*spread*float64(len(values[k]))/stated)
		}
	}
	return all
}

// decision is a decision of a recorded game, with another legal move, drawn uniformly.
type decision struct {
	rec         *record.Record // of the game
	obs         game.Observation
	legal       game.Mask
	made, other game.Action
}

// drawDecisions returns n decisions, one of each game.
func drawDecisions(t *testing.T, x *table, n int) (all []decision) {
	rng := rand.New(rand.NewPCG(8, 0))
	for episode := uint64(0); len(all) < n; episode++ {
		var of []decision
		rec := x.play(t, episode, nil)
		must.Do(t, rec.Play(x.game, func(s game.State, m record.Move) error {
			d := decision{rec: rec, obs: x.game.NewObservation(), made: m.Action}
			if s.Legal(&d.legal); m.Action == game.NoAction || d.legal.Count() < 2 {
				return nil
			}
			s.Observe(s.Current(), d.obs)
			rest := d.legal
			rest.Unset(d.made)
			d.other = rest.Nth(rng.IntN(rest.Count()))
			of = append(of, d)
			return nil
		}))
		if len(of) > 0 {
			all = append(all, of[rng.IntN(len(of))])
		}
	}
	return all
}

// reviewed returns the values of the moves made in a game by a review.
func reviewed(t *testing.T, x *table, p []decision) func(seed uint64, i int) []stats.Estimate {
	return func(seed uint64, i int) (all []stats.Estimate) {
		c := x.config
		c.Seed = seed
		r := must.Get(review.New(c))(t)
		for _, d := range must.Get(r.Review(t.Context(), p[i].rec, []game.Player{p[i].obs.Observer()}, nil))(t).Decisions {
			all = append(all, stats.Estimate{Value: d.Made.Estimate.Points, StdErr: d.Made.Estimate.PointsError})
		}
		return all
	}
}

// judged returns the value of the move made by a judge.
func judged(t *testing.T, x *table, p []decision) func(seed uint64, i int) []stats.Estimate {
	j := must.Get(review.NewJudge(x.config))(t)
	return func(seed uint64, i int) (all []stats.Estimate) {
		costs, _, err := j.Costs(nil, p[i].obs, &p[i].legal, seed)
		must.Do(t, err)
		for _, c := range costs {
			if c.Action == p[i].made {
				all = append(all, stats.Estimate{Value: c.Value.Points, StdErr: c.Value.PointsError})
			}
		}
		return all
	}
}

// searched returns the difference of the move made and another one by a search that compares these.
func searched(t *testing.T, x *table, p []decision) func(seed uint64, i int) []stats.Estimate {
	c, pair := x.config.Search, new(twoMoves)
	c.Candidates, c.Allocation = pair, search.Even
	player := must.Get(search.New(c))(t)
	return func(seed uint64, i int) []stats.Estimate {
		d := &p[i]
		pair[0], pair[1] = min(d.made, d.other), max(d.made, d.other)
		player.Reset(seed)
		values := player.Values(nil, d.obs, &d.legal)
		if len(values) != 2 {
			return nil // the agent, which draws some choices at random, would make a third move, and that is compared as well
		}
		for _, v := range values {
			if v.Behind != 0 || v.BehindErr != 0 {
				if v.Action == d.made {
					v.Behind = -v.Behind
				}
				return []stats.Estimate{{Value: v.Behind, StdErr: v.BehindErr}}
			}
		}
		return []stats.Estimate{{}}
	}
}
