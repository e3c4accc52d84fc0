package search

import (
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/gin"
)

// GinBelief makes determinizations of Gin Rummy: states of the hand in progress alone,
// of the rules' SingleHand, so that what a hand brings is what roll-outs add up. All
// places of the hidden cards are equally likely.
type GinBelief struct{}

// Reset does nothing.
func (GinBelief) Reset() {}

// Observe does nothing: an observation tells the whole hand.
func (GinBelief) Observe(game.Observation) {}

// Sample sets each state to a hand in progress.
func (GinBelief) Sample(dst []game.State, obs game.Observation, src rand.Source) {
	o := obs.(*gin.Observation)
	for _, s := range dst {
		if err := s.(*gin.State).Determinize(o, 0, src); err != nil {
			panic("search: " + err.Error())
		}
	}
}
