package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// GinRandom plays any legal action of Gin Rummy with the same probability.
type GinRandom struct{ src rand.PCG }

// String returns the spec that makes the player.
func (a *GinRandom) String() string { return canonical(Gin, "random", a) }

// Reset readies the player for a new episode, whose choices come from seed.
func (a *GinRandom) Reset(seed uint64) { a.src.Seed(seed, 0x72616e646f6d) }

// Act returns the action chosen, and the probability of that choice.
func (a *GinRandom) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	n := legal.Count()
	return legal.Nth(int(card.Below(&a.src, uint64(n)))), 1 / float64(n)
}
