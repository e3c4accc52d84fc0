package game

import "math/rand/v2"

// attemptStream is the stream (see [Seed]) of the attempts after the first: of a run, with the
// attempt as second word, see [AttemptSeed]; of an episode, with the attempt and MaxPlayers or
// one more, the cards that are dealt anew.
const attemptStream = 0x617474656d7074 // "attempt"

// AttemptSeed returns the seed of the run whose agents play an attempt at the episodes of the
// run with the given seed: seed itself for attempt 0.
func AttemptSeed(seed, attempt uint64) uint64 {
	if attempt == 0 {
		return seed
	}
	return Seed(seed, attemptStream, attempt)
}

// DealAttempt deals one of several attempts at an episode of the run with the given seed:
// the deal of the episode. If keep is a seat, the attempts after the first share only what
// that seat can see of the deal, and deal the rest anew (see [State.Redeal]); if it is
// [NoPlayer], they share the whole deal. Earlier draws of src have no effect.
func DealAttempt(g Game, dst State, src *rand.PCG, seed, episode, attempt uint64, keep Player) {
	SeedDeal(src, seed, episode)
	g.Deal(dst, src)
	if keep != NoPlayer && attempt > 0 {
		src.Seed(Seed(seed, episode, attemptStream, attempt, MaxPlayers), Seed(seed, episode, attemptStream, attempt, MaxPlayers+1))
		dst.Redeal(keep, src)
	}
}
