package facts_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/features/facts"
)

// TestIndianOuts compares the outs of positions under several rules with their definition: unseen cards with
// which MinDist is lower.
func TestIndianOuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for _, change := range []func(*indian.Rules){
		func(*indian.Rules) {},
		func(r *indian.Rules) { r.Packs = 2 },
		func(r *indian.Rules) { r.HandSize = 10 },
		func(r *indian.Rules) { r.Requirement = indian.OnePure },
	} {
		rules := indian.Paper()
		change(&rules)
		g, err := indian.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		target := mindist.TargetOf(rules.Melds())
		state, obs, legal := g.NewState(), g.NewObservation(), game.Mask{}
		for seed := range uint64(3) {
			g.Deal(state, game.DealSource(seed, 0))
			for range 12 {
				o := obs.(*indian.Observation)
				state.Observe(state.Current(), o)
				state.Legal(&legal)
				all := map[card.Card]int{}
				if legal.Has(indian.DrawStock) {
					distance, unseen := target.MinDist(o.Hand, o.Wild), o.Unseen()
					for c := range unseen.Each() {
						if target.MinDist(o.Hand.With(c), o.Wild) < distance {
							all[c]++
						}
					}
					copies := 0
					for _, out := range new(facts.Indian).Outs(o) {
						if all[out.Card] != out.Copies {
							t.Errorf("hand %v: %d outs %v, want %d", o.Hand, out.Copies, out.Card, all[out.Card])
						}
						copies += out.Copies
						delete(all, out.Card)
					}
					f := new(facts.Indian).After(o, indian.DrawStock)
					if len(all) > 0 || *f.Distance != distance || *f.Outs != copies {
						t.Errorf("hand %v: outs %v are missing; facts %d and %d, want %d and %d", o.Hand, all, *f.Distance, *f.Outs, distance, copies)
					}
					seen += copies
				}
				legal.Unset(indian.Drop)
				state.Apply(legal.Nth(rng.IntN(legal.Count())))
				if state.Current() == game.NoPlayer {
					break
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no outs")
	}
}
