package encoder

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/series"
)

// MinDistPotential returns the negative of the MinDist of the observer's hand, in cards: a
// potential for the reward shaping of package env. It takes an observation of Indian Rummy
// and is safe for concurrent use.
func MinDistPotential(obs game.Observation) float64 {
	return -float64(handDist(indianView(obs)))
}

// MinScorePotential is like [MinDistPotential] for the capped MinScore, in points.
func MinScorePotential(obs game.Observation) float64 {
	o := indianView(obs)
	return -float64(min(handScore(o), o.Rules.Cap))
}

// DeadwoodPotential returns the negative of the deadwood of the observer's hand in points,
// after the best discard if it holds a card more than a hand has: a potential for observations of Gin
// Rummy.
func DeadwoodPotential(obs game.Observation) float64 {
	return -float64(ginDeadwood(ginView(obs)))
}

// DealPotential returns the potential of matches of package series that is a given one of the deal, and 0 between deals and for
// players who are not dealt in. It jumps when a new deal begins.
func DealPotential(deal func(game.Observation) float64) func(game.Observation) float64 {
	return func(obs game.Observation) float64 {
		o := matchView(obs)
		if o.Phase != series.Playing || o.Seat(o.Self) == game.NoPlayer {
			return 0
		}
		return deal(o.Deal)
	}
}

// MatchScorePotential returns the observer's lead in a race of package series before the present deal, in points.
func MatchScorePotential(obs game.Observation) float64 {
	o := matchView(obs)
	return float64(o.Scores[o.Self] - o.Scores[1-o.Self])
}

// matchView returns obs as an observation of a match, or panics.
func matchView(obs game.Observation) *series.Observation {
	o, ok := obs.(*series.Observation)
	if !ok {
		panic(fmt.Sprintf("encoder: potential of a %T: want *series.Observation", obs))
	}
	return o
}

// indianView returns obs as an observation of Indian Rummy, or panics.
func indianView(obs game.Observation) *indian.Observation {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("encoder: potential of a %T: want *indian.Observation", obs))
	}
	return o
}

// ginView returns obs as an observation of Gin Rummy, or panics.
func ginView(obs game.Observation) *gin.Observation {
	o, ok := obs.(*gin.Observation)
	if !ok {
		panic(fmt.Sprintf("encoder: potential of a %T: want *gin.Observation", obs))
	}
	return o
}
