package train

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"rummygym/agents/network"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/train"
)

// networkFlags holds the flags of a network and its optimizer.
type networkFlags struct {
	layers       []int
	activation   cli.Format
	from         string
	batch        int
	optimizer    cli.Format
	learningRate float64
	schedule     cli.Format
	warmup       int64
	finalRate    float64
	decay, clip  float64

	keep bool // what the network of --from has: only what the new one has more learns
}

// register adds the flags to fs.
func (f *networkFlags) register(fs *pflag.FlagSet, d flagDefaults) {
	fs.IntSliceVar(&f.layers, "layers", d.layers, "comma-separated sizes of the hidden layers")
	f.activation.Allowed = []string{string(network.ReLU), string(network.Tanh), string(network.SiLU), string(network.None)}
	fs.Var(&f.activation, "activation", "activation of the hidden layers (default relu)")
	fs.StringVar(&f.from, "from", "", "start from the weights of this network file, whose layers must be the same or smaller, with no fields that the new one lacks; what the new one has more starts without an effect")
	fs.IntVar(&f.batch, "batch", d.batch, "batch size")
	f.optimizer.Allowed = []string{string(train.AdamMethod), string(train.AdamWMethod), string(train.SGDMethod)}
	fs.Var(&f.optimizer, "optimizer", "optimizer (default adam)")
	fs.Float64Var(&f.learningRate, "learning-rate", d.learningRate, "learning rate")
	f.schedule.Allowed = []string{string(train.ConstantShape), string(train.LinearShape), string(train.CosineShape)}
	fs.Var(&f.schedule, "schedule", "decay of the learning rate over all updates (default constant)")
	fs.Int64Var(&f.warmup, "warmup", 0, "number of first updates over which the learning rate rises")
	fs.Float64Var(&f.finalRate, "final-learning-rate", 0, "final learning rate, unless the schedule is constant")
	fs.Float64Var(&f.decay, "decay", 0, "weight decay")
	fs.Float64Var(&f.clip, "clip", 0, "maximum norm of a gradient; 0 does not clip")
}

// validate returns an error if the flags are not valid. It leaves out what package train
// checks.
func (f *networkFlags) validate() error {
	if i := slices.IndexFunc(f.layers, func(n int) bool { return n < 1 }); i >= 0 {
		return fmt.Errorf("--layers: layer %d has size %d: want at least 1", i+1, f.layers[i])
	}
	if f.batch < 1 {
		return fmt.Errorf("--batch %d: want at least 1", f.batch)
	}
	return nil
}

// layersOf returns the hidden layers that the flags choose.
func (f *networkFlags) layersOf() []network.Layer {
	var all []network.Layer
	for i, n := range f.layers {
		all = append(all, network.Layer{Name: fmt.Sprint("layer", i+1), Size: n, Activation: network.Activation(f.activation.Value())})
	}
	return all
}

// optimizerOf returns the optimizer that the flags choose. updates is the total number of
// updates, for the schedule.
func (f *networkFlags) optimizerOf(updates int64) train.Optimizer {
	o := train.Adam(f.learningRate)
	if o.Method = train.Method(f.optimizer.Value()); o.Method == train.SGDMethod {
		o = train.SGD(f.learningRate, 0.9)
	}
	o.Decay, o.Clip = f.decay, f.clip
	o.Rate = train.Schedule{Rate: f.learningRate, Shape: train.Shape(f.schedule.Value()), Warmup: f.warmup}
	if o.Rate.Shape != train.ConstantShape {
		o.Rate.Total, o.Rate.Final = updates, f.finalRate
	}
	return o
}

// model returns a model with new weights or those of --from. rows is the maximum size of a
// batch, 0 for --batch; updates is the total number of updates.
func (f *runFlags) model(d network.Description, losses []train.Loss, rows int, updates int64) (*train.Model, error) {
	set := train.Settings{
		Losses: losses, Optimizer: f.network.optimizerOf(updates), MaxBatch: cmp.Or(rows, f.network.batch),
		Seed: f.seed, Workers: f.workers,
	}
	m, err := train.New(d, set)
	if err != nil || f.network.from == "" {
		return m, cli.Usage(err)
	}
	n, _, err := network.ReadFile(f.network.from)
	if err != nil {
		return nil, cli.FileFault(fmt.Errorf("--from: %w", err))
	}
	take := m.SetNetwork
	if f.network.keep {
		take = m.Keep
	}
	if err := take(n); err != nil {
		return nil, fmt.Errorf("--from %s: %w", f.network.from, err)
	}
	return m, nil
}
