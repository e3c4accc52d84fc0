package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// RandomUnmelded is the random player "RP" of paper 003 ("The Data"), whose only
// difference from [Simple] is that it throws an unmelded card at random: one
// outside the first best arrangement of its eleven cards. If it may throw none of
// these, it throws what Simple would.
type RandomUnmelded struct{ ginBasics }

// String returns the spec that makes the player.
func (a *RandomUnmelded) String() string { return canonical(Gin, "random-unmelded", a) }

// Act returns the action chosen, and the probability of that choice.
func (a *RandomUnmelded) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return playGin(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *RandomUnmelded) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	if unmelded := may &^ meld.Best(o.Hand).Cards(); unmelded != 0 {
		return a.pick(o, a.unmet(o, unmelded))
	}
	return a.ginBasics.throw(o, may)
}
