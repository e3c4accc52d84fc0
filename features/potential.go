package features

import (
	"fmt"

	"rummygym/env/game"
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

// PotentialNamed returns the potential named "min-dist" or "min-score".
func PotentialNamed(name string) (func(game.Observation) float64, error) {
	switch name {
	case "min-dist":
		return MinDistPotential, nil
	case "min-score":
		return MinScorePotential, nil
	}
	return nil, fmt.Errorf("%q is not a potential: want min-dist or min-score", name)
}

// indianView returns obs as what it must be.
func indianView(obs game.Observation) *indian.Observation {
	o, ok := obs.(*indian.Observation)
	if !ok {
		panic(fmt.Sprintf("features: potential of a %T: want *indian.Observation", obs))
	}
	return o
}
