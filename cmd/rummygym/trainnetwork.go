package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"rummygym/agents/network"
	"rummygym/train"
)

// networkFlags are the flags of a network and its optimiser.
type networkFlags struct {
	layers       []int
	activation   formatFlag
	from         string
	batch        int
	optimizer    formatFlag
	learningRate float64
	schedule     formatFlag
	warmup       int64
	finalRate    float64
	decay, clip  float64
}

// register adds the flags to fs.
func (f *networkFlags) register(fs *pflag.FlagSet, d trainDefaults) {
	fs.IntSliceVar(&f.layers, "layers", d.layers, "sizes of the layers, parted by commas")
	f.activation.allowed = []string{string(network.ReLU), string(network.Tanh), string(network.SiLU), string(network.None)}
	fs.Var(&f.activation, "activation", "what is made of their entries (default relu)")
	fs.StringVar(&f.from, "from", "", "start from the weights of this network, of the same fields and layers")
	fs.IntVar(&f.batch, "batch", d.batch, "rows of a batch")
	f.optimizer.allowed = []string{string(train.AdamMethod), string(train.AdamWMethod), string(train.SGDMethod)}
	fs.Var(&f.optimizer, "optimizer", "how weights are changed (default adam)")
	fs.Float64Var(&f.learningRate, "learning-rate", d.learningRate, "learning rate")
	f.schedule.allowed = []string{string(train.ConstantShape), string(train.LinearShape), string(train.CosineShape)}
	fs.Var(&f.schedule, "schedule", "how the learning rate goes down over all updates (default constant)")
	fs.Int64Var(&f.warmup, "warmup", 0, "updates over which it rises at first")
	fs.Float64Var(&f.finalRate, "final-learning-rate", 0, "learning rate at the end, unless the schedule is constant")
	fs.Float64Var(&f.decay, "decay", 0, "weight decay")
	fs.Float64Var(&f.clip, "clip", 0, "greatest norm of a gradient; 0 clips none")
}

// validate reports what is wrong with the flags, as far as train does not.
func (f *networkFlags) validate() error {
	if i := slices.IndexFunc(f.layers, func(n int) bool { return n < 1 }); i >= 0 {
		return fmt.Errorf("--layers: layer %d has size %d: want at least 1", i+1, f.layers[i])
	}
	if f.batch < 1 {
		return fmt.Errorf("--batch %d: want at least 1", f.batch)
	}
	return nil
}

// layersOf returns the layers that the flags ask for.
func (f *networkFlags) layersOf() []network.Layer {
	var all []network.Layer
	for i, n := range f.layers {
		all = append(all, network.Layer{Name: fmt.Sprint("layer", i+1), Size: n, Activation: network.Activation(f.activation.value())})
	}
	return all
}

// optimizerOf returns the optimiser that the flags ask for; updates is the number of
// all updates, for the schedule.
func (f *networkFlags) optimizerOf(updates int64) train.Optimizer {
	o := train.Adam(f.learningRate)
	if o.Method = train.Method(f.optimizer.value()); o.Method == train.SGDMethod {
		o = train.SGD(f.learningRate, 0.9)
	}
	o.Decay, o.Clip = f.decay, f.clip
	o.Rate = train.Schedule{Rate: f.learningRate, Shape: train.Shape(f.schedule.value()), Warmup: f.warmup}
	if o.Rate.Shape != train.ConstantShape {
		o.Rate.Total, o.Rate.Final = updates, f.finalRate
	}
	return o
}

// model returns a model of a description, with fresh weights or those of --from. Rows
// is the most of a batch, 0 for --batch; updates the number of all.
func (f *trainFlags) model(d network.Description, losses []train.Loss, rows int, updates int64) (*train.Model, error) {
	set := train.Settings{
		Losses: losses, Optimizer: f.network.optimizerOf(updates), MaxBatch: cmp.Or(rows, f.network.batch),
		Seed: f.seed, Workers: f.workers,
	}
	m, err := train.New(d, set)
	if err != nil || f.network.from == "" {
		return m, err
	}
	n, _, err := network.ReadFile(f.network.from)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	if from := n.Description().Belief; from != d.Belief {
		return nil, fmt.Errorf("--from %s: it learned from the belief %q, and what is built in is %q", f.network.from, from, d.Belief)
	}
	if err := m.SetNetwork(n); err != nil {
		return nil, fmt.Errorf("--from %s: %w", f.network.from, err)
	}
	return m, nil
}
