package baselines

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// IndependentHeuristics is V2 of paper 004: it draws and knocks as [Fitness], but
// looks at the four characteristics of [features.Fitness] one after another. Of the
// discards that leave least deadwood each keeps those that have it, unless none
// has; one of those left at the end is thrown at random.
//
// The released one asks other questions, in this order, and stops as soon as one
// card is left: it keeps cards that the opponent can meld neither with what is
// known of him nor with what he may hold, then cards that can still be melded,
// which is the wrong way round, then those of them that a single card brings into a
// meld, and where the opponent has thrown nothing but tens and court cards, it keeps
// the others. Where a question would clear all cards away, the last one in the order
// clubs, hearts, spades, diamonds stays.
type IndependentHeuristics struct {
	Variant Variant

	// Tables are what it draws and knocks by; nil means ShippedFitnessTables.
	Tables *FitnessTables

	fitnessTurns
}

// String returns the spec that makes the player. It does not tell of Tables.
func (a *IndependentHeuristics) String() string { return canonical(Gin, "independent-heuristics", a) }

// Act returns the action chosen, and the probability of that choice.
func (a *IndependentHeuristics) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.chance = 1
	action, p := playGin(a, nil, obs.(*gin.Observation), legal)
	return action, a.chance * p
}

func (a *IndependentHeuristics) takes(o *gin.Observation) bool {
	return a.yes(a.Tables, FitnessDrawSet(o))
}

func (a *IndependentHeuristics) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	return a.knocksBy(a.Tables, o, rest, deadwood)
}

func (a *IndependentHeuristics) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	_, left := leastDiscards(o.Hand, may)
	if a.Variant == Released {
		left = releasedHeuristics(o, left)
	} else {
		left = paperHeuristics(o, left)
	}
	return anyOf(&a.src, left)
}

// paperHeuristics returns the candidates left after all characteristics.
func paperHeuristics(o *gin.Observation, left card.Cards) card.Cards {
	if left.Count() == 1 {
		return left
	}
	var fitness [card.NumKinds]features.Fitness
	for c := range left.Each() {
		fitness[c.Index()] = features.FitnessOf(o, c, features.FitnessPaper)
	}
	for _, f := range [...]features.Fitness{
		features.DeadwoodFalls, features.NeverMelds, features.UselessToOpponent, features.MateThrown,
	} {
		var with card.Cards
		for c := range left.Each() {
			if fitness[c.Index()]&f != 0 {
				with = with.With(c)
			}
		}
		if with != 0 {
			left = with
		}
	}
	return left
}

// releasedHeuristics returns the candidates that the released program leaves.
func releasedHeuristics(o *gin.Observation, left card.Cards) card.Cards {
	opponent := 1 - o.Self
	unknown := o.Unknown()
	left = takeAway(left, meld.Completing(o.Known[opponent]|unknown))
	left = takeAway(left, o.Hand&^meld.InMelds(o.Hand|unknown))
	left = takeAway(left, features.NeverMeldsInOneDraw(o.Hand, unknown))
	if given := o.Given[opponent]; given != 0 && given&^tens == 0 {
		left = takeAway(left, tens)
	}
	return left
}

// takeAway removes the cards of out from left in the order clubs, hearts, spades,
// diamonds until one is left.
func takeAway(left, out card.Cards) card.Cards {
	for _, s := range [...]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds} {
		for c := range (left & out & card.OfSuit(s)).Each() {
			if left&(left-1) == 0 {
				return left
			}
			left = left.Without(c)
		}
	}
	return left
}
