package discard

import (
	"fmt"
	"slices"

	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/train"
)

// architecture is a network by name.
type architecture struct {
	name   string
	groups afterstate.DiscardGroups
	layers func(inputs []network.Input) []network.Layer
}

// architectures is the networks of truong2021datadriven: Figure 3, and in the section Results
// that with 16 filters.
var architectures = []architecture{
	{"mlp", afterstate.DiscardHand | afterstate.DiscardBelief | afterstate.DiscardMacros, mlp},
	{"mlp-i", afterstate.DiscardBelief | afterstate.DiscardMacros | afterstate.DiscardInteractions, mlp},
	{"dual-inception", afterstate.DiscardHand | afterstate.DiscardBelief | afterstate.DiscardMacros, inception(4)},
	{"dual-inception-16", afterstate.DiscardHand | afterstate.DiscardBelief | afterstate.DiscardMacros, inception(16)},
}

func mlp([]network.Input) []network.Layer { return network.MLP(16) }

func inception(filters int) func([]network.Input) []network.Layer {
	return func(inputs []network.Input) []network.Layer { return network.DualInception(inputs, filters) }
}

// Networks returns the names of the networks. The caller owns the slice.
func Networks() []string {
	names := make([]string, len(architectures))
	for i, a := range architectures {
		names[i] = a.name
	}
	return names
}

// Describe returns the network of a name. Its inputs are not scaled.
func Describe(name string) (network.Description, error) {
	i := slices.IndexFunc(architectures, func(a architecture) bool { return a.name == name })
	if i < 0 {
		return network.Description{}, fmt.Errorf("network %q: want one of %q", name, Networks())
	}
	a := architectures[i]
	x, err := afterstate.NewDiscards(a.groups, nil)
	if err != nil {
		return network.Description{}, err
	}
	inputs := network.Inputs(x.Layout())
	for i := range inputs {
		inputs[i].Scale = 1
	}
	return network.Description{
		Format: network.Format, Kind: network.DiscardKind, Game: "gin", Fields: a.groups.String(), Inputs: inputs,
		Layers: a.layers(inputs), Heads: []network.Head{{Name: network.Points, Size: 1}},
		Notes: map[string]string{"network": name},
	}, nil
}

// Optimizer returns Adam with the defaults of Keras and a rate that falls tenfold after each third
// of the epochs, rounded up, for epochs of the given number of updates.
func Optimizer(rate float64, epochs int, updates int64) train.Optimizer {
	o := train.Adam(rate)
	o.Epsilon = 1e-7
	o.Rate = train.Schedule{Rate: rate, Shape: train.StepShape, Factor: 0.1, Every: int64((epochs+2)/3) * updates}
	return o
}
