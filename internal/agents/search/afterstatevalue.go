package search

import (
	"math"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
)

// AfterstateValue values a turn by the best afterstate that a greedy player finds in it.
// There is no value where the player makes no estimate, because it knows the result of its
// choice.
type AfterstateValue struct {
	goal   Goal
	player *greedy.Player
	obs    game.Observation
	legal  game.Mask
}

// NewAfterstateValue returns an evaluator that uses the estimates of p, whose network has
// the head of the goal.
func NewAfterstateValue(p *greedy.Player, goal Goal, g game.Game) *AfterstateValue {
	p.Estimate = true
	return &AfterstateValue{goal: goal, player: p, obs: g.NewObservation()}
}

// Value returns the expected gain in points, or the probability of winning.
func (v *AfterstateValue) Value(s game.State, p game.Player) (float64, bool) {
	v.act(s, p)
	gain, win, ok := v.player.Estimated()
	if v.goal == Win {
		return win, ok
	}
	return network.GainScale * gain, ok
}

// Estimates returns the expected gain in points and the chance of winning, as the player tells people, of the choice
// that it prefers. ok is false if the player makes no estimate, because it knows the result of
// that choice.
func (v *AfterstateValue) Estimates(s game.State, p game.Player) (gain, win float64, ok bool) {
	v.act(s, p)
	gain, _, ok = v.player.Estimated()
	if ok {
		win, _ = v.player.WinChance()
	}
	return network.GainScale * gain, win, ok
}

// act makes the player act for p.
func (v *AfterstateValue) act(s game.State, p game.Player) {
	s.Observe(p, v.obs)
	s.Legal(&v.legal)
	v.player.Reset(0)
	v.player.Act(v.obs, &v.legal)
}

// NetworkValue values a turn by a network of the kind "value", which takes the observation
// of the seat.
type NetworkValue struct {
	goal      Goal
	evaluator *network.Evaluator
	head      int
	encoder   game.Encoder
	obs       game.Observation
	inputs    []float32
}

// ValueHead returns the name of the head that a network needs for a goal.
func ValueHead(goal Goal) string {
	if goal == Win {
		return network.Win
	}
	return network.Gain
}

// NewNetworkValue returns an evaluator of a network that has the head of the goal. Encoder
// x encodes the observations of game g for the network.
func NewNetworkValue(n *network.Network, goal Goal, g game.Game, x game.Encoder) *NetworkValue {
	return &NetworkValue{
		goal: goal, evaluator: n.NewEvaluator(), head: n.Description().Head(ValueHead(goal)),
		encoder: x, obs: g.NewObservation(), inputs: make([]float32, x.Layout().Size()),
	}
}

// Value returns the expected gain in points, or the probability of winning.
func (v *NetworkValue) Value(s game.State, p game.Player) (float64, bool) {
	s.Observe(p, v.obs)
	v.encoder.Encode(v.inputs, v.obs)
	v.evaluator.Run(v.inputs)
	y := float64(v.evaluator.Output(v.head, 0))
	if v.goal == Win {
		return 1 / (1 + math.Exp(-y)), true
	}
	return network.GainScale * y, true
}
