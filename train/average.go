package train

import (
	"fmt"
	"slices"

	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
)

// Average returns a network whose weights are the means of those of the networks (wortsman2022robust).
// It makes sense for networks that were trained from the same weights, such as a network and what
// training made of it: the means of unrelated networks play no game. Description, inputs and input scales
// are those of the first network. The others must have its game, kind, layers and heads, and no inputs that
// it lacks; their weights of its other inputs count as 0.
func Average(first *network.Network, others ...*network.Network) (*network.Network, error) {
	d := *first.Description()
	m, err := newModel(d, Settings{Losses: []Loss{SquaredError{Head: d.Heads[0].Name}}, Optimizer: Adam(1), MaxBatch: 1, Workers: 1})
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	weights := first.Weights()
	sums := make([][]float64, len(weights))
	add := func(of []safetensors.Tensor) {
		for k := range of {
			for i, w := range of[k].Data {
				sums[k][i] += float64(w)
			}
		}
	}
	for k := range weights {
		sums[k] = make([]float64, len(weights[k].Data))
	}
	add(weights)
	for _, n := range others {
		o := n.Description()
		if o.Game != d.Game || o.EffectiveKind() != d.EffectiveKind() || !slices.EqualFunc(o.Layers, d.Layers, network.Layer.Equal) || !slices.Equal(o.Heads, d.Heads) {
			return nil, fmt.Errorf("train: a network of the kind %s for the game %q with the layers %v and the heads %v: want %s, %q, %v and %v as the first one has",
				o.EffectiveKind(), o.Game, o.Layers, o.Heads, d.EffectiveKind(), d.Game, d.Layers, d.Heads)
		}
		if err := m.SetNetwork(n); err != nil {
			return nil, err
		}
		same, err := m.Network()
		if err != nil {
			return nil, err
		}
		add(same.Weights())
	}
	for k := range weights {
		weights[k].Data = make([]float32, len(sums[k]))
		for i, sum := range sums[k] {
			weights[k].Data[i] = float32(sum / float64(len(others)+1))
		}
	}
	return network.New(d, weights)
}
