package ppo

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/safetensors"
)

// policyHead is the head that chooses actions.
const policyHead = network.Policy

// Describe returns the description of a network to train, with the heads policy and
// value. fields is the name of the encoder's fields, from which inputs are made.
func Describe(g game.Game, fields string, inputs []network.Input, layers ...network.Layer) network.Description {
	return network.Description{
		Format: network.Format, Game: g.Name(), Fields: fields, Inputs: inputs, Layers: layers,
		Heads: []network.Head{{Name: policyHead, Size: g.NumActions()}, {Name: Value, Size: 1}},
	}
}

// DescribeCards is [Describe] for a network that shares its weights over cards, with the inputs of [train.CardInputs]. top is the plane of
// cards.Top. It returns an error if the game does not say which actions choose a card, or if top is -1.
func DescribeCards(g game.Game, fields string, inputs []network.Input, stack network.CardStack, cards game.CardActions, top int) (network.Description, error) {
	switch {
	case cards.Kinds == 0:
		return network.Description{}, fmt.Errorf("ppo: %s does not say which actions choose a card", g.Name())
	case top < 0:
		return network.Description{}, fmt.Errorf("ppo: the fields %s lack %s, the card on top of the pile: want its group too, such as cards-and-counts", fields, cards.Top)
	}
	d := Describe(g, fields, inputs)
	d.Stack, d.Heads[0].Cards = &stack, &network.CardHead{Take: int(cards.Take), Top: top}
	for _, group := range cards.Groups {
		d.Heads[0].Cards.First = append(d.Heads[0].Cards.First, int(group.First))
	}
	return d, nil
}

// Temper returns n with the weights of the policy head multiplied by scale, and those of
// the value head set to 0. A small scale gives a nearly uniform policy, which is the best
// start for learning.
func Temper(n *network.Network, scale float32) (*network.Network, error) {
	weights := copied(n)
	for _, w := range weights {
		for k := range w.Data {
			switch name, _, _ := strings.Cut(w.Name, "."); name {
			case policyHead:
				w.Data[k] *= scale
			case Value:
				w.Data[k] = 0
			}
		}
	}
	return network.New(*n.Description(), weights)
}

// WithValue returns n if it has a head value, and otherwise n with such a head, whose
// weights are 0.
func WithValue(n *network.Network) (*network.Network, error) {
	d := *n.Description()
	if d.Head(Value) >= 0 {
		return n, nil
	}
	size := d.InputSize()
	if d.Stack != nil {
		size = d.Stack.Pooled
	} else if len(d.Layers) > 0 {
		size = d.Layers[len(d.Layers)-1].Size
	}
	d.Heads = append(slices.Clone(d.Heads), network.Head{Name: Value, Size: 1})
	return network.New(d, append(copied(n),
		safetensors.Tensor{Name: Value + ".weight", Shape: []int{1, size}, Data: make([]float32, size)},
		safetensors.Tensor{Name: Value + ".bias", Shape: []int{1}, Data: make([]float32, 1)}))
}

// Biases of forbidden actions, which no other logit is below, and of actions that were
// forbidden and may be learned again.
const (
	forbidden = -1e4
	allowed   = -4
)

// Forbid returns n with a policy that takes the given actions only if no other action is
// legal, and never learns to take them: their bias makes their probability 0.
func Forbid(n *network.Network, actions ...game.Action) (*network.Network, error) {
	return biased(n, actions, func(float32) float32 { return forbidden })
}

// Allow returns n with a policy that takes the given actions occasionally if they were
// forbidden, so that it can learn when they are good. It does not change other actions.
func Allow(n *network.Network, actions ...game.Action) (*network.Network, error) {
	return biased(n, actions, func(b float32) float32 {
		if b < forbidden/2 {
			return allowed
		}
		return b
	})
}

// biased returns n with the biases of the given actions replaced by other of them.
func biased(n *network.Network, actions []game.Action, other func(float32) float32) (*network.Network, error) {
	weights := copied(n)
	for _, w := range weights {
		if w.Name != policyHead+".bias" {
			continue
		}
		for _, a := range actions {
			if int(a) >= len(w.Data) {
				return nil, fmt.Errorf("ppo: there is no action %d: the policy has %d actions", a, len(w.Data))
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

// Player returns a constructor of agents that play by a network as a learner does in
// training, drawing actions with their probabilities; for league.Config.Player. The
// encoder must be safe for concurrent use.
func Player(g game.Game, x game.Encoder) func(*network.Network) (func() game.Agent, error) {
	return func(n *network.Network) (func() game.Agent, error) {
		d := n.Description()
		if err := d.Fits(g, x.Layout(), policyHead); err != nil {
			return nil, err
		}
		return func() game.Agent {
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
