package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// Ties is which of the discards that leave least deadwood a player throws.
type Ties uint8

// The kinds of ties.
const (
	AnyTied     Ties = iota // any of them
	HighestTied             // any of those of highest rank: a king rather than a queen
)

// String returns the value of the option "ties".
func (t Ties) String() string { return game.Word("Ties", t, "any", "highest") }

// Simple is the baseline of papers 001 (section 5.5), 003 (Introduction, "SP") and
// 004 ("Other Agents Used in Evaluation"), which comes with the framework that
// they ran on. It looks at nothing but its own hand:
//
//   - It takes the upcard if and only if that is in some meld of its hand.
//   - It throws at random one of the cards whose discard leaves least deadwood. A
//     card drawn and a card thrown with it, in either order, may not meet again in
//     the hand (rules page, "The players").
//   - It knocks as soon as the rules allow, but never without a meld.
//   - It declares at random one of the best arrangements.
//
// Paper 001 (section 5.4) says that it throws "the highest-ranked unmelded card".
// The framework's player, with which the paper's tables were made, does not tell
// a king from a ten; [HighestTied] does, and wins 55.0 % of the matches against it.
type Simple struct {
	Ties Ties
	ginBasics
}

// String returns the spec that makes the player.
func (a *Simple) String() string { return canonical(Gin, "simple", a) }

// Act returns the action chosen, and the probability of that choice.
func (a *Simple) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return playGin(a, &a.src, obs.(*gin.Observation), legal)
}

func (a *Simple) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.throwTied(a.Ties, o, may)
}

// ginBasics is what Simple does, for players that do most of it as well.
type ginBasics struct {
	src  rand.PCG
	hand int                            // number of the hand that met is about
	met  [card.NumSuits * 16]card.Cards // by a card drawn or thrown: those thrown or drawn with it
}

// Reset readies the player for a new episode, whose choices come from seed.
func (a *ginBasics) Reset(seed uint64) {
	a.src.Seed(seed, 0x67696e)
	a.hand = 0
}

func (a *ginBasics) takes(o *gin.Observation) bool { return meld.Completing(o.Hand).Has(o.Upcard) }

func (a *ginBasics) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	return a.throwTied(AnyTied, o, may)
}

// throwTied throws one of the cards that leave least deadwood.
func (a *ginBasics) throwTied(ties Ties, o *gin.Observation, may card.Cards) (card.Card, float64) {
	_, best := leastDiscards(o.Hand, a.unmet(o, may))
	if ties == HighestTied {
		best = highestRank(best)
	}
	return a.pick(o, best)
}

// highestRank returns the cards of highest rank of cs, which is not empty.
func highestRank(cs card.Cards) card.Cards {
	r := card.King
	for cs&card.OfRank(r) == 0 {
		r--
	}
	return cs & card.OfRank(r)
}

func (a *ginBasics) knocks(_ *gin.Observation, rest card.Cards, _ int) bool {
	return meld.InMelds(rest) != 0
}

// unmet returns the cards of may that have not met the card just drawn in this
// hand, or may itself if all have.
func (a *ginBasics) unmet(o *gin.Observation, may card.Cards) card.Cards {
	if a.hand != o.HandNumber {
		return may
	}
	if open := may &^ a.met[o.Drawn&63]; open != 0 {
		return open
	}
	return may
}

// pick returns one of the cards at random, and remembers that it met the card
// just drawn.
func (a *ginBasics) pick(o *gin.Observation, from card.Cards) (card.Card, float64) {
	if a.hand != o.HandNumber {
		a.hand = o.HandNumber
		clear(a.met[:])
	}
	c, probability := anyOf(&a.src, from)
	a.met[o.Drawn&63] = a.met[o.Drawn&63].With(c)
	a.met[c&63] = a.met[c&63].With(o.Drawn)
	return c, probability
}
