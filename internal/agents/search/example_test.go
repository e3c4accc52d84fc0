package search_test

import (
	"fmt"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/search"
)

// A search of the first decision of a game, with the values of its candidates.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		panic(err)
	}
	playout, err := indianrummy.New("min-dist-opp")
	if err != nil {
		panic(err)
	}
	p, err := search.New(search.Config{
		Game: g, Playout: playout, Rollouts: 200, DrawStock: indian.DrawStock,
		Sampler:    func() search.Sampler { return new(search.IndianSampler) },
		Candidates: search.IndianCandidates{},
	})
	if err != nil {
		panic(err)
	}
	s, obs, legal := g.NewState(), g.NewObservation(), game.Mask{}
	g.Deal(s, game.DealSource(1, 2))
	s.Observe(s.Current(), obs)
	s.Legal(&legal)
	p.Reset(1)
	for _, v := range p.Values(nil, obs, &legal) {
		fmt.Printf("%s: %d roll-outs, %.1f ± %.1f points\n", g.ActionString(v.Action), v.Rollouts, v.Mean, v.StdErr)
	}
	// Output:
	// draw stock: 100 roll-outs, -10.6 ± 4.8 points
	// draw pile: 100 roll-outs, -12.1 ± 5.0 points
}
