package ppo

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
	"rummygym/env/game"
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

// Names of the layer and of the parts that [CardLayers] makes.
const (
	cardsPart  = "cards"
	hiddenPart = "hidden"
	scorePart  = "score"
	scoreLayer = "scores"
)

// CardLayers returns layers that score every card with the same weights, so that what is learned
// of one card holds for all: from the inputs with one entry for each of cards.Kinds cards, in one or
// more channels, a number of filters at each card, and from these a score of each card for each group
// of actions and for each draw. Beside them stand hidden layers over the same inputs, and all other inputs pass through to the heads.
// It returns an error if no input has one entry for each card, or if there is no hidden layer.
func CardLayers(inputs []network.Input, cards game.CardActions, filters int, hidden []network.Layer) ([]network.Layer, error) {
	switch {
	case cards.Kinds == 0:
		return nil, errors.New("ppo: the game does not say which actions choose a card")
	case len(hidden) == 0:
		return nil, errors.New("ppo: no hidden layer beside the filters over cards: want at least one")
	}
	all := network.Part{Name: cardsPart, Filters: filters, Kernel: []int{1, 1}}
	var rest []network.Part // they pass through every layer
	var kernel []int        // over all cards
	width := 0
	for i := range inputs {
		in := &inputs[i]
		_, rows, columns := in.Image()
		switch {
		case rows*columns != cards.Kinds:
			rest = append(rest, network.Part{Name: in.Name, Input: in.Name})
			width += in.Size()
		case all.Input == "":
			all.Input, kernel = in.Name, []int{rows, columns}
		default:
			all.Stack = append(all.Stack, in.Name)
		}
	}
	if all.Input == "" {
		return nil, fmt.Errorf("ppo: no input has one entry for each of %d cards: want fields such as own-cards, or no filters over cards", cards.Kinds)
	}
	var layers []network.Layer
	for i, h := range hidden {
		p := network.Part{Name: hiddenPart, Input: hiddenPart, Filters: h.Size, Kernel: []int{1, 1}}
		first := network.Part{Name: cardsPart, Input: cardsPart}
		if i == 0 {
			p.Input, p.Stack, p.Kernel, first = all.Input, all.Stack, kernel, all
		}
		h.Parts = append([]network.Part{first, p}, rest...)
		h.Size += filters*cards.Kinds + width
		layers = append(layers, h)
	}
	groups := len(cards.Groups) + len(cards.Draws)
	return append(layers, network.Layer{
		Name: scoreLayer, Activation: network.None, Size: groups*cards.Kinds + hidden[len(hidden)-1].Size + width,
		Parts: append([]network.Part{
			{Name: scorePart, Input: cardsPart, Filters: groups, Kernel: []int{1, 1}}, {Name: hiddenPart, Input: hiddenPart},
		}, rest...),
	}), nil
}

// Temper returns n with the weights of the policy head multiplied by scale, and those of
// the value head set to 0. A small scale gives a nearly uniform policy, which is the best
// start for learning. In a network of [CardLayers] the scores of cards are multiplied by scale
// instead. Each is added to the logit of its card's action in cards, and the scores of all cards for
// a draw are added to the logit of the draw.
func Temper(n *network.Network, scale float32, cards game.CardActions) (*network.Network, error) {
	d := n.Description()
	size, scored := d.InputSize(), false
	if k := len(d.Layers) - 1; k >= 0 {
		size, scored = d.Layers[k].Size, d.Layers[k].Name == scoreLayer
	}
	weights := copied(n)
	for _, w := range weights {
		for k := range w.Data {
			switch w.Name {
			case policyHead + ".weight", policyHead + ".bias", scoreLayer + "." + scorePart + ".weight", scoreLayer + "." + scorePart + ".bias":
				w.Data[k] *= scale
			case Value + ".weight", Value + ".bias":
				w.Data[k] = 0
			}
		}
		if w.Name == policyHead+".weight" && scored {
			for c := range cards.Kinds {
				for g, group := range cards.Groups {
					w.Data[(int(group.First)+c)*size+g*cards.Kinds+c] = 1
				}
				for g, draw := range cards.Draws {
					w.Data[int(draw)*size+(len(cards.Groups)+g)*cards.Kinds+c] = 1
				}
			}
		}
	}
	return network.New(*d, weights)
}

// WithValue returns n if it has a head value, and otherwise n with such a head, whose
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
