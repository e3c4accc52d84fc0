package ppo

import (
	"fmt"
	"slices"

	"rummygym/agents"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
	"rummygym/env/game"
)

// policyHead is the head that plays.
const policyHead = network.Policy

// Describe returns the description of a network to be trained, with the heads policy
// and value. The inputs are of the fields of that name.
func Describe(g game.Game, fields string, inputs []network.Input, layers ...network.Layer) network.Description {
	return network.Description{
		Format: network.Format, Game: g.Name(), Fields: fields, Inputs: inputs, Layers: layers,
		Heads: []network.Head{{Name: policyHead, Size: g.NumActions()}, {Name: Value, Size: 1}},
	}
}

// Temper returns a network whose policy head has the weights of n times scale: with
// a small scale a policy that is near to playing every action alike, from which
// learning starts best, and a value of 0 everywhere.
func Temper(n *network.Network, scale float32) (*network.Network, error) {
	weights := copied(n)
	for i, w := range weights {
		for k := range w.Data {
			switch w.Name {
			case policyHead + ".weight", policyHead + ".bias":
				weights[i].Data[k] *= scale
			case Value + ".weight", Value + ".bias":
				weights[i].Data[k] = 0
			}
		}
	}
	return network.New(*n.Description(), weights)
}

// WithValue returns n if it has the head value, or else n with such a head, whose
// weights are 0.
func WithValue(n *network.Network) (*network.Network, error) {
	d := *n.Description()
	if d.Head(Value) >= 0 {
		return n, nil
	}
	size := d.InputSize()
	if len(d.Layers) > 0 {
		size = d.Layers[len(d.Layers)-1].Size
	}
	d.Heads = append(slices.Clone(d.Heads), network.Head{Name: Value, Size: 1})
	return network.New(d, append(copied(n),
		safetensors.Tensor{Name: Value + ".weight", Shape: []int{1, size}, Data: make([]float32, size)},
		safetensors.Tensor{Name: Value + ".bias", Shape: []int{1}, Data: make([]float32, 1)}))
}

// The biases of actions that are forbidden, which no other logit comes down to, and of
// those that were and may be learned now.
const (
	forbidden = -1e4
	allowed   = -4
)

// Forbid returns n with a policy that never takes the given actions where another is
// legal, and never learns to: their bias is so low that their probability is 0.
func Forbid(n *network.Network, actions ...game.Action) (*network.Network, error) {
	return biased(n, actions, func(float32) float32 { return forbidden })
}

// Allow returns n with a policy that takes the given actions now and then if they were
// forbidden, so that it learns when they are good. Others stay as they are.
func Allow(n *network.Network, actions ...game.Action) (*network.Network, error) {
	return biased(n, actions, func(b float32) float32 {
		if b < forbidden/2 {
			return allowed
		}
		return b
	})
}

// biased returns n with other biases of the given actions.
func biased(n *network.Network, actions []game.Action, other func(float32) float32) (*network.Network, error) {
	weights := copied(n)
	for _, w := range weights {
		if w.Name != policyHead+".bias" {
			continue
		}
		for _, a := range actions {
			if int(a) >= len(w.Data) {
				return nil, fmt.Errorf("ppo: there is no action %d: the policy has %d", a, len(w.Data))
			}
			w.Data[a] = other(w.Data[a])
		}
	}
	return network.New(*n.Description(), weights)
}

// copied returns copies of the weights of n.
func copied(n *network.Network) []safetensors.Tensor {
	weights := n.Weights()
	for i := range weights {
		weights[i].Data = slices.Clone(weights[i].Data)
	}
	return weights
}

// Player returns what makes agents that play by a network as a learner does in
// training, drawing actions by their probability: for league.Config.Player. The
// encoder must be safe for concurrent use.
func Player(g game.Game, x learned.Encoder) func(*network.Network) (func() agents.Agent, error) {
	return func(n *network.Network) (func() agents.Agent, error) {
		d := n.Description()
		if err := d.Fits(g, x.Layout(), policyHead); err != nil {
			return nil, err
		}
		return func() agents.Agent {
			return learned.NewPlayer(&policy{n.NewEvaluator(), d.Head(policyHead)}, x, 1)
		}, nil
	}
}

// policy is the policy head of an evaluator.
type policy struct {
	*network.Evaluator
	head int
}

// Logit returns the logit of an action.
func (p *policy) Logit(a game.Action) float32 { return p.Output(p.head, int(a)) }
