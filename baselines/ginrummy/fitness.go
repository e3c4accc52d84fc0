package ginrummy

import (
	"math/rand/v2"

	"rummygym/agents/spec"
	"rummygym/baselines"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/ginhand"
)

// Fitness is V4 of cardfitness2021 ("Fitness + CFR"). Of the discards that leave the
// minimum deadwood it keeps those with the most of the four characteristics of
// [ginhand.Fitness]. If several are left, it tries them in random order and discards each
// with its probability in a table found by counterfactual regret minimization ("the agent
// could evaluate each card on whether they should discard that card"). If it keeps all of
// them, it discards one at random, as it does where the table has no entries. It also
// draws and knocks by tables, which have the features of the authors' tables. The paper
// does not print those, so these are trained; see [FitnessTables]. With gin the player
// always knocks.
//
// The released variant defines two of the characteristics differently; see
// [ginhand.FitnessReleased]. Because of an inverted clamp it looks up all discards at the
// highest deadwood, which never occurs, so the table has almost no effect.
type Fitness struct {
	Variant baselines.Variant
	Table   Component // whether the table chooses between equally fit cards

	// Uncounted holds the characteristics that do not count in the rank of a card.
	Uncounted ginhand.Fitness

	// The player knocks at once with deadwood at most Knock, in [0, 10], and above it by the
	// table, or not at all without KnockTable (cardfitness2021, "Conclusions and Future
	// Work": "knock immediately when a certain point threshold was reached").
	Knock      int
	KnockTable Component

	// Tables holds the tables of the player; a nil Value is ShippedFitnessTables.
	Tables spec.FileOf[*FitnessTables]

	fitnessTurns
}

// String returns the canonical spec of the player. Tables in memory do not
// change it.
func (a *Fitness) String() string { return List().Text("fitness", a) }

// Act returns the chosen action and the probability of that choice.
func (a *Fitness) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a.chance = 1
	action, p := play(a, nil, obs.(*gin.Observation), legal)
	return action, a.chance * p
}

func (a *Fitness) takes(o *gin.Observation) bool { return a.yes(a.Tables.Value, FitnessDrawSet(o)) }

func (a *Fitness) knocks(o *gin.Observation, rest card.Cards, deadwood int) bool {
	if deadwood <= a.Knock {
		return true
	}
	return a.KnockTable == On && a.knocksBy(a.Tables.Value, o, rest, deadwood)
}

func (a *Fitness) discard(o *gin.Observation, may card.Cards) (card.Card, float64) {
	reading := ginhand.FitnessPaper
	if a.Variant == baselines.Released {
		reading = ginhand.FitnessReleased
	}
	fittest, deadwood := FittestDiscards(o, may, reading, a.Uncounted)
	if a.Table == Off || fittest.Count() == 1 {
		return anyOf(&a.src, fittest)
	}
	if a.Variant == baselines.Released {
		deadwood = fitnessDeadwoods
	}
	var p [11]float64
	n := 0
	for c := range fittest.Each() {
		p[n] = orShipped(a.Tables.Value).Probability(FitnessDiscardSet(o, c, deadwood))
		n++
	}
	return askInTurn(&a.src, fittest, p[:n])
}

// askInTurn tries the cards in random order and returns the first one that is chosen with
// its probability in p, or any one if none is chosen. It also returns the probability of
// the result.
func askInTurn(src rand.Source, cards card.Cards, p []float64) (card.Card, float64) {
	// The plain version shuffles the cards and tries them, and sums the probability over
	// all orders. Instead give each card a random time in [0, 1]. A card at time t is
	// tried after all cards with earlier times, so card i has the probability
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
				before[k] -= float64(q * before[k-1])
			}
		}
		integral := 0.0
		for k, b := range before {
			integral += b / float64(k+1)
		}
		// Rounding must neither exclude the last card nor leave no card.
		if chance = float64(p[i]*integral) + kept/float64(len(p)); chance > 0 {
			chosen = c
			if draw -= chance; draw < 0 {
				return c, chance
			}
		}
		i++
	}
	return chosen, chance
}
