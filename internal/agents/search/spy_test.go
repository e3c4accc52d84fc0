package search_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/agents/search"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// spy is an agent that keeps the seeds it gets.
type spy struct {
	game.Agent
	seeds *[]uint64
}

func (s spy) Reset(seed uint64) {
	*s.seeds = append(*s.seeds, seed)
	s.Agent.Reset(seed)
}

// TestRolloutSeedsHideTheHands checks that an agent in a roll-out cannot compute the
// search's seed from its own, and from it the hands that the search has sampled.
func TestRolloutSeedsHideTheHands(t *testing.T) {
	const seed = 0x5bd1e9955bd1e995
	for name, c := range configs(t) {
		if name != "paper" && name != "gin eaai" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var seeds []uint64
			create := c.search.Playout
			c.search.Playout = func() game.Agent { return spy{create(), &seeds} }
			p := must.Get(search.New(c.search))(t)
			seeds = seeds[:0] // without those of New
			p.Reset(seed)
			for _, v := range walk(c.game, rand.NewPCG(7, 7), 3) {
				p.Act(v.obs, &v.legal)
			}
			if len(seeds) < c.search.Rollouts {
				t.Fatalf("the agents were reset %d times, want one for each seat in each of at least %d roll-outs", len(seeds), c.search.Rollouts)
			}
			known := 0
			for _, s := range seeds {
				guesses := []uint64{s, gametest.SeedOf(s), gametest.SeedOf(gametest.SeedOf(s))}
				for decision := range uint64(3) {
					for world := range uint64(c.search.Rollouts) + 2 {
						for seat := range uint64(2) {
							guesses = append(guesses, gametest.SeedOf(s, decision, world, seat),
								gametest.SeedOf(gametest.SeedOf(s, world, seat), decision), gametest.SeedOf(s, world, seat))
						}
					}
				}
				for _, guess := range guesses {
					if guess == seed {
						known++
						break
					}
				}
			}
			if known > 0 {
				t.Errorf("%d of %d seeds of agents tell the search's seed, want none", known, len(seeds))
			}
		})
	}
}
