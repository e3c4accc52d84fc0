package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Random plays each legal action of Gin Rummy with the same probability.
type Random struct{ src rand.PCG }

// String returns the canonical spec of the player.
func (a *Random) String() string { return List().Text("random", a) }

// Reset starts a new episode, in which all random choices follow from seed.
func (a *Random) Reset(seed uint64) { a.src.Seed(seed, 0x72616e646f6d) }

// Act returns the chosen action and the probability of that choice.
func (a *Random) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	n := legal.Count()
	return legal.Nth(int(card.Below(&a.src, uint64(n)))), 1 / float64(n)
}
