package search

import (
	"math"

	"rummygym/agents/network"
	"rummygym/env/game"
)

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
