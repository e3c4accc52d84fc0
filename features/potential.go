package features

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
)

// MinDistPotential is minus the MinDist of the observer's hand, in cards: a
// potential for the shaping of package env. It takes an observation of Indian
// Rummy and is safe for concurrent use.
func MinDistPotential(obs game.Observation) float64 {
	return -float64(handDist(indianView(obs)))
}

// MinScorePotential is minus the capped MinScore of the observer's hand, in
// points, as [MinDistPotential].
func MinScorePotential(obs game.Observation) float64 {
	o := indianView(obs)
	return -float64(min(handScore(o), o.Rules.Cap))
}

// DeadwoodPotential is minus the least deadwood of the observer's hand, of the
// best ten of eleven cards, in points: a potential as [MinDistPotential], but of
// observations of Gin Rummy. In a match the next hand begins with a new deadwood.
func DeadwoodPotential(obs game.Observation) float64 {
	return -float64(ginDeadwood(ginView(obs)))
}

// MatchScorePotential is the lead of the observer in a match of Gin Rummy, in
// points, before the present hand, as [DeadwoodPotential].
func MatchScorePotential(obs game.Observation) float64 {
	o := ginView(obs)
	return float64(o.Scores[o.Self] - o.Scores[1-o.Self])
}

// PotentialNamed returns a potential of a game, which is named as game.Game.Name
// does: "min-dist" or "min-score" of "indian", "deadwood" or "match-score" of
// "gin".
func PotentialNamed(gameName, name string) (func(game.Observation) float64, error) {
	switch gameName {
	case "indian":
		switch name {
		case "min-dist":
			return MinDistPotential, nil
		case "min-score":
			return MinScorePotential, nil
		}
		return nil, fmt.Errorf("%q is not a potential of %s: want min-dist or min-score", name, gameName)
	case "gin":
		switch name {
		case "deadwood":
			return DeadwoodPotential, nil
		case "match-score":
			return MatchScorePotential, nil
		}
		return nil, fmt.Errorf("%q is not a potential of %s: want deadwood or match-score", name, gameName)
	}
	return nil, fmt.Errorf("potential of the game %q: want indian or gin", gameName)
}

// indianView returns obs as what it must be.
func indianView(obs game.Observation) *indian.Observation {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("features: potential of a %T: want *indian.Observation", obs))
	}
	return o
}

// ginView returns obs as what it must be.
func ginView(obs game.Observation) *gin.Observation {
	o, ok := obs.(*gin.Observation)
	if !ok {
		panic(fmt.Sprintf("features: potential of a %T: want *gin.Observation", obs))
	}
	return o
}
