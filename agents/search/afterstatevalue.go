package search

import (
	"rummygym/agents/afterstate"
	"rummygym/agents/network"
	"rummygym/env/game"
)

// AfterstateValue values a turn by the best choice that a player of afterstates has in
// it. Where that is certain, so that no network is asked, another evaluator answers.
type AfterstateValue struct {
	goal    Goal
	player  *afterstate.Player
	certain Evaluator
	obs     game.Observation
	legal   game.Mask
}

// NewAfterstateValue returns one that asks p, whose network has the head of the goal.
func NewAfterstateValue(p *afterstate.Player, goal Goal, g game.Game, certain Evaluator) *AfterstateValue {
	p.Estimate = true
	return &AfterstateValue{goal: goal, player: p, certain: certain, obs: g.NewObservation()}
}

// Value returns the gain in points, or the probability of winning.
func (v *AfterstateValue) Value(s game.State, p game.Player) float64 {
	s.Observe(p, v.obs)
	s.Legal(&v.legal)
	v.player.Reset(0)
	v.player.Act(v.obs, &v.legal)
	gain, win, ok := v.player.Estimated()
	switch {
	case !ok:
		return v.certain.Value(s, p)
	case v.goal == Win:
		return win
	}
	return network.GainScale * gain
}
