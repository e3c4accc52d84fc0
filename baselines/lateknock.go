package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// lateHold is what Hold is by default.
const lateHold = 8

// LateKnock is paper 003's player that makes use of Simple's haste ("Results and
// Discussion"): it knocks late, to undercut. It does as [Simple] with
// [HighestTied], but knocks only with gin, or once it has let Hold of its own
// turns of the hand go by in which it could have knocked.
//
// The paper tells no more than its share of matches against Simple, 70.1 %. With
// Simple's own ties no late knock comes near that, be it late in turns, in cards
// of the stock or in points: it grows with the delay, up to Stubborn's 67.7 %.
// With HighestTied it grows to 70.8 %, and is 70.4 % after 8 turns.
type LateKnock struct {
	Hold int // turns, from 1 to 20; 0 is 8
	ginBasics

	held   int // turns of the hand so far in which it could have knocked
	heldOf int // number of that hand
	turn   int // the last turn counted
}

// String returns the spec that makes the player.
func (a *LateKnock) String() string { return canonical(Gin, "late-knock", a) }

// Reset readies the player for a new episode, whose choices come from seed.
func (a *LateKnock) Reset(seed uint64) {
	a.ginBasics.Reset(seed)
	a.heldOf = 0
}

// Act returns the action chosen, and the probability of that choice.
func (a *LateKnock) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return playGin(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *LateKnock) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.throwTied(HighestTied, o, may)
}

func (a *LateKnock) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	if deadwood == 0 {
		return true
	}
	if !a.ginBasics.knocks(o, rest, deadwood) {
		return false
	}
	if a.heldOf != o.HandNumber {
		a.heldOf, a.held, a.turn = o.HandNumber, 0, 0
	}
	if a.turn != o.Turn {
		a.turn = o.Turn
		a.held++
	}
	hold := a.Hold
	if hold == 0 {
		hold = lateHold
	}
	return a.held > hold
}
