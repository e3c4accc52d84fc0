// Package agents defines what plays a game: an [Agent]. Rule-based agents of the
// papers live in package baselines, matches between agents in package arena.
package agents

import "rummygym/env/game"

// Agent plays one seat of one table at a time, from what that seat may know.
// It is not safe for concurrent use; a tournament makes one for each worker and
// seat.
type Agent interface {
	// Reset readies the agent for a new episode. All randomness of its play
	// comes from seed, so that the same seed and observations give the same
	// actions.
	Reset(seed uint64)

	// Act returns one of the legal actions, and the probability in (0, 1] with
	// which the agent chose it: 1 where it had no choice to make at random.
	// It keeps neither obs nor legal.
	Act(obs game.Observation, legal *game.Mask) (a game.Action, probability float64)
}
