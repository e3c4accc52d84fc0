package features

import "sync"

// StandardPlay returns the model of players of whom nothing is known but that they
// play to win: each has the style of one of three players of package baselines,
// fitted to 10,000 games of it, as seat 0 against min-dist-opp under the preset paper
// without drops (seed 11; `rummygym belief fit` fits others).
// Probabilities are kept .002 from 0 and 1, since no other player is quite as these.
var StandardPlay = sync.OnceValue(func() *PlayModel {
	m, err := NewPlayModel(
		PlayStyle{
			Name: "min-dist-opp", Share: 2, TakeIfFalls: .998, TakeElse: .002, Slip: .002,
			Throw: ThrowWeights{80, 39.19, 5.063, 46.75, -33.57, .0313},
		},
		PlayStyle{
			Name: "min-dist", Share: 2, TakeIfFalls: .998, TakeElse: .002, Slip: .002,
			Throw: ThrowWeights{75.5, 80, 37.98, .0137, .3333, .0652},
		},
		PlayStyle{
			Name: "min-score", Share: 1, TakeIfFalls: .6362, TakeElse: .2448, Slip: .002,
			Throw: ThrowWeights{2.055, 4.967, -14.02, .1405, .1994, -.5673},
		},
	)
	if err != nil {
		panic("features: " + err.Error())
	}
	return m
})
