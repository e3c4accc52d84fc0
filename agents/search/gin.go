package search

import (
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/gin"
)

// GinSampler draws determinizations of Gin Rummy in which all places of the hidden cards
// are equally likely. The states follow [gin.Rules.SingleHand]: they end with the hand in
// progress, so that the result of a roll-out is the gain of that hand.
type GinSampler struct{}

// Reset does nothing.
func (GinSampler) Reset() {}

// Observe does nothing: an observation contains all that Sample needs.
func (GinSampler) Observe(game.Observation) {}

// Sample sets each state of dst to a hand in progress that is consistent with obs.
func (GinSampler) Sample(dst []game.State, obs game.Observation, src rand.Source) {
	o := obs.(*gin.Observation)
	for _, s := range dst {
		if err := s.(*gin.State).Determinize(o, 0, src); err != nil {
			panic("search: " + err.Error())
		}
	}
}
