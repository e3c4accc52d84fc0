// Package opponent estimates the opponent's hand from one player's observations:
//
//	HandTable    Gin Rummy: probability of each card, from counts over recorded play
//	             (truong2021datadriven, "Defensive Score")
//	HandSampler  Indian Rummy: sampled hands, which package internal/agents/belief draws by what
//	             its network says
//	HandInputs   Indian Rummy: the inputs of the belief networks of package internal/agents/belief
package opponent

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/indian"
)

// HandSampler draws possible hands of the opponent in Indian Rummy with two players. It
// follows one seat of one game at a time and is not safe for concurrent use.
type HandSampler interface {
	// Reset prepares the sampler for a new game.
	Reset()

	// Observe adds an observation. Call it at every decision of the observer. A second
	// call with the same observation does nothing. A sampler that misses some decisions
	// has less information but stays valid.
	Observe(o *indian.Observation)

	// Sample observes o and sets every entry of dst to a possible hand of the opponent,
	// including the cards that it is known to hold. By the sampler's estimate all entries
	// are equally likely to be the true hand. Call it at decisions of the observer, when
	// the opponent holds no drawn card. The same observations since Reset, calls and
	// source give the same hands.
	Sample(dst []card.Bag, o *indian.Observation, src rand.Source)
}
