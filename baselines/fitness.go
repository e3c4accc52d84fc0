package baselines

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features"
)

// Fitness is V4 of paper 004 ("Fitness + CFR"). Of the discards that leave least
// deadwood it keeps those that have most of the four characteristics of
// [features.Fitness]. If more than one is left, they are asked in random order: each
// is thrown with the probability that the table, found by counterfactual regret
// minimization, has for it ("the agent could evaluate each card on whether they
// should discard that card"), and if all are kept, one at random goes, as it does
// where the table has no entries. It draws and knocks by tables, too, of the
// features that the authors' tables have; theirs are not printed in the paper, so
// that these are trained: see [FitnessTables]. With gin it always knocks.
//
// The released one reads two of the characteristics differently, see
// [features.FitnessReleased], and a clamp the wrong way round looks all discards up
// at the highest deadwood, which never occurs: the table is all but off.
type Fitness struct {
	Variant Variant
	Table   Component // whether it parts cards of equal rank by the table

	// Tables are what it plays by; nil means ShippedFitnessTables.
	Tables *FitnessTables

	fitnessTurns
}

// String returns the spec that makes the player. It does not tell of Tables.
func (a *Fitness) String() string { return canonical(Gin, "fitness", a) }

// Act returns the action chosen, and the probability of that choice.
func (a *Fitness) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.chance = 1
	action, p := playGin(a, nil, obs.(*gin.Observation), legal)
	return action, a.chance * p
}

func (a *Fitness) takes(o *gin.Observation) bool { return a.yes(a.Tables, FitnessDrawSet(o)) }

func (a *Fitness) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	return a.knocksBy(a.Tables, o, rest, deadwood)
}

func (a *Fitness) throw(o *gin.Observation, may card.Cards) (card.Card, float64) {
	reading := features.FitnessPaper
	if a.Variant == Released {
		reading = features.FitnessReleased
	}
	fittest, deadwood := FittestDiscards(o, may, reading)
	if a.Table == Off || fittest.Count() == 1 {
		return anyOf(&a.src, fittest)
	}
	if a.Variant == Released {
		deadwood = fitnessDeadwoods
	}
	var p [11]float64
	n := 0
	for c := range fittest.Each() {
		p[n] = orShipped(a.Tables).Probability(FitnessDiscardSet(o, c, deadwood))
		n++
	}
	return askInTurn(&a.src, fittest, p[:n])
}

// askInTurn asks the cards in random order, throws the first that is thrown with
// its probability in p, and any one if all are kept. It returns the card and the
// probability that it is the one.
func askInTurn(src rand.Source, cards card.Cards, p []float64) (card.Card, float64) {
	// Naively the cards are shuffled and asked; the probability needs a sum over
	// all orders. With times drawn from [0, 1] instead, those before time t are
	// asked before a card at t: it is thrown with
	// p_i ∫ Π_{j≠i} (1 - p_j t) dt + Π (1 - p_j) / n.
	kept := 1.0
	for _, q := range p {
		kept *= 1 - q
	}
	draw := game.Unit(src.Uint64())
	i := 0
	var chosen card.Card
	var chance float64
	for c := range cards.Each() {
		var before [12]float64 // coefficients of the product, by powers of t
		before[0] = 1
		for j, q := range p {
			if j == i {
				continue
			}
			for k := len(p); k > 0; k-- {
				before[k] -= q * before[k-1]
			}
		}
		integral := 0.0
		for k, b := range before {
			integral += b / float64(k+1)
		}
		// Rounding must not make the last card unreachable or leave none.
		if chance = p[i]*integral + kept/float64(len(p)); chance > 0 {
			chosen = c
			if draw -= chance; draw < 0 {
				return c, chance
			}
		}
		i++
	}
	return chosen, chance
}
