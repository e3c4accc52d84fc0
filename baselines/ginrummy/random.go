package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// Random plays each legal action of Gin Rummy with the same probability.
type Random struct{ src rand.PCG }

// String returns the canonical spec of the player.
func (a *Random) String() string { return List().Text("random", a) }

// Reset starts a new episode, in which all random choices follow from seed.
func (a *Random) Reset(seed uint64) { a.src.Seed(seed, 0x72616e646f6d) }

// NextDeal does nothing: the player remembers nothing of a hand.
func (a *Random) NextDeal() {}

// Act returns the chosen action and the probability of that choice.
func (a *Random) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	n := legal.Count()
	return legal.Nth(int(card.Below(&a.src, uint64(n)))), 1 / float64(n)
}

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
	return a.pick(o, a.unmelded(o, may))
}

// unmelded returns the cards of may outside the first best arrangement of the hand, or if
// there are none the cards that leave the minimum deadwood. A pair of a drawn and a discarded
// card occurs only once in a hand.
func (a *basics) unmelded(o *gin.Observation, may card.Cards) card.Cards {
	if outside := may &^ deadwood.Best(o.Hand).Cards(); outside != 0 {
		return a.unmet(o, outside)
	}
	_, best := minDeadwoodDiscards(o.Hand, a.unmet(o, may))
	return best
}
