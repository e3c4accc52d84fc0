package ginrummy

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// lateHold is the default of Hold.
const lateHold = 8

// LateKnock is the player of truong2021datadriven that exploits the early knocks of Simple
// ("Results and Discussion"): it delays knocking in order to undercut. It plays as [Simple]
// with [HighestTied], but knocks only with gin, or after Hold turns of the hand in which it
// could have knocked and did not.
//
// The paper states only its win rate against Simple, 70.1 %. With Simple's own ties no
// delay comes near that, whether in turns, in cards of the stock or in points: the win rate
// grows with the delay to that of Stubborn, 67.7 %. With HighestTied it grows to 70.8 %,
// and is 70.4 % for 8 turns.
type LateKnock struct {
	Hold int // turns in [1, 20]; 0 is 8
	basics

	held int // number of turns of the hand in which it could have knocked
	turn int // the last counted turn
}

// String returns the canonical spec of the player.
func (a *LateKnock) String() string { return List().Text("late-knock", a) }

// Reset starts a new episode, in which all random choices follow from seed.
func (a *LateKnock) Reset(seed uint64) {
	a.basics.Reset(seed)
	a.NextDeal()
}

// NextDeal prepares the player for the next hand of a match.
func (a *LateKnock) NextDeal() {
	a.basics.NextDeal()
	a.held, a.turn = 0, 0
}

// Act returns the chosen action and the probability of that choice.
func (a *LateKnock) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *LateKnock) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.discardTied(HighestTied, o, may)
}

func (a *LateKnock) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	if deadwood == 0 {
		return true
	}
	if !a.basics.knocks(o, rest, deadwood) {
		return false
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
