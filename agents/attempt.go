package agents

import (
	"math/rand/v2"

	"rummygym/env/game"
)

// attemptStream is the stream of an episode (see [game.Seed]) of the attempts after the
// first. Its third word is the attempt, the fourth the seat of an agent, or MaxPlayers for
// the cards.
const attemptStream = 0x617474656d7074 // "attempt"

// DealAttempt deals one of several attempts at an episode of the run with the given seed:
// the deal of the episode. With restock, the attempts after the first have only the hands
// and the starter of that deal, and shuffle the other cards anew; the game must then be a
// [game.Restocker]. Earlier draws of src have no effect.
func DealAttempt(g game.Game, dst game.State, src *rand.PCG, seed, episode, attempt uint64, restock bool) {
	game.SeedDeal(src, seed, episode)
	g.Deal(dst, src)
	if restock && attempt > 0 {
		src.Seed(game.Seed(seed, episode, attemptStream, attempt, game.MaxPlayers), game.Seed(seed, episode, attemptStream, attempt, game.MaxPlayers+1))
		g.(game.Restocker).Restock(dst, src)
	}
}
