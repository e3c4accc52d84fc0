package agents

import (
	"math/rand/v2"

	"rummygym/env/game"
)

// attemptStream is the stream (see [game.Seed]) of the attempts after the first: of a run,
// with the attempt as second word, the run that resets the agents of the attempt; of an
// episode, with the attempt and MaxPlayers or one more, the cards that are dealt anew.
const attemptStream = 0x617474656d7074 // "attempt"

// DealAttempt deals one of several attempts at an episode of the run with the given seed:
// the deal of the episode. If keep is a seat, the attempts after the first share only what
// that seat can see of the deal, and deal the rest anew (see [game.State.Redeal]); if it is
// [game.NoPlayer], they share the whole deal. Earlier draws of src have no effect.
func DealAttempt(g game.Game, dst game.State, src *rand.PCG, seed, episode, attempt uint64, keep game.Player) {
	game.SeedDeal(src, seed, episode)
	g.Deal(dst, src)
	if keep != game.NoPlayer && attempt > 0 {
		src.Seed(game.Seed(seed, episode, attemptStream, attempt, game.MaxPlayers), game.Seed(seed, episode, attemptStream, attempt, game.MaxPlayers+1))
		dst.Redeal(keep, src)
	}
}
