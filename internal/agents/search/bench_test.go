package search_test

import (
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/search"
	"rummygym/internal/must"
)

// BenchmarkRollouts searches the first decision of a game. One operation is one roll-out.
func BenchmarkRollouts(b *testing.B) {
	g, s := table(b, indian.Paper())
	const budget = 1000
	p := player(b, search.Config{
		Game: g, Playout: must.Get(indianrummy.New("min-dist-opp"))(b), Rollouts: budget,
		Sampler:    func() search.Sampler { return new(search.IndianSampler) },
		Candidates: search.IndianCandidates{},
	})
	g.Deal(s, game.DealSource(1, 1))
	obs := g.NewObservation()
	var legal game.Mask
	s.Observe(0, obs)
	s.Legal(&legal)
	n := 0
	for b.Loop() {
		if n%budget == 0 {
			p.Reset(1)
			p.Act(obs, &legal)
		}
		n++
	}
}
