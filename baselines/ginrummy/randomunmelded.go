package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// RandomUnmelded is the random player "RP" of truong2021datadriven ("The Data"). It differs
// from [Simple] only in its discard, a random unmelded card: one outside the first best
// arrangement of its eleven cards. If it may discard none of these, it discards as Simple.
type RandomUnmelded struct{ basics }

// String returns the canonical spec of the player.
func (a *RandomUnmelded) String() string { return List().Text("random-unmelded", a) }

// Act returns the chosen action and the probability of that choice.
func (a *RandomUnmelded) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *RandomUnmelded) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	if unmelded := may &^ deadwood.Best(o.Hand).Cards(); unmelded != 0 {
		return a.pick(o, a.unmet(o, unmelded))
	}
	return a.basics.discard(o, may)
}
