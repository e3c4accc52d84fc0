package ginrummy

import (
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// fitnessTurns is the common part of two players of cardfitness2021, which draw and knock
// by tables ("V2 had identical draw and knock strategies to V4").
type fitnessTurns struct {
	src    rand.PCG
	chance float64 // probability of all answers of yes since it was set to 1
}

// Reset starts a new episode, in which all random choices follow from seed.
func (f *fitnessTurns) Reset(seed uint64) { f.src.Seed(seed, 0x6669746e657373) }

// yes returns true with the probability that the tables have for a set.
func (f *fitnessTurns) yes(tables *FitnessTables, set int) bool {
	p := orShipped(tables).Probability(set)
	if p == 1 || p > 0 && game.Unit(f.src.Uint64()) < p {
		f.chance *= p
		return true
	}
	f.chance *= 1 - p
	return false
}

// knocksBy reports whether the player knocks with the ten cards of rest: always with gin,
// otherwise by the tables.
func (f *fitnessTurns) knocksBy(tables *FitnessTables, o *gin.Observation, rest card.Cards, deadwood int) bool {
	set, open := FitnessKnockSet(o, rest, deadwood)
	if !open {
		return deadwood == 0
	}
	return f.yes(tables, set)
}

// orShipped returns the given tables, or the shipped ones for nil.
func orShipped(tables *FitnessTables) *FitnessTables {
	if tables == nil {
		return ShippedFitnessTables()
	}
	return tables
}
