package recipe

import (
	"cmp"
	"fmt"

	"rummygym/internal/agents/network"
	"rummygym/internal/options"
	"rummygym/internal/train"
)

// networkOptions holds the flags of a network and its optimizer.
type networkOptions struct {
	layers       []int   `option:"layers" group:"Network" range:"1:65536" doc:"comma-separated sizes of the hidden layers"`
	activation   string  `option:"activation" words:"relu|tanh|silu|none" group:"Network" doc:"activation of the hidden layers (default relu)"`
	from         string  `option:"from" group:"Network" doc:"start from the weights of this network file; its layers must be the same or smaller, and its fields must be among those of the new network, whose additional parts start without effect"`
	batch        int     `option:"batch" group:"Optimizer" range:"1:1000000" doc:"batch size"`
	learningRate float64 `option:"learning-rate" group:"Optimizer" doc:"learning rate"`
	schedule     string  `option:"schedule" words:"constant|linear|cosine" group:"Optimizer" doc:"decay of the learning rate over all updates (default constant)"`
	warmup       int64   `option:"warmup" group:"Optimizer" range:"0:1000000000000" doc:"number of updates at the beginning over which the learning rate rises"`
	finalRate    float64 `option:"final-learning-rate" group:"Optimizer" doc:"final learning rate, unless the schedule is constant"`
	clip         float64 `option:"clip" group:"Optimizer" doc:"maximum norm of a gradient; 0 turns clipping off"`
	decay        float64 `option:"decay" group:"Optimizer" doc:"weight decay, decoupled from the gradient as in AdamW; 0 is Adam"`
	average      float64 // see train.Optimizer.Average
}

// layersOf returns the hidden layers that the flags choose.
func (f *networkOptions) layersOf() []network.Layer {
	var all []network.Layer
	for i, n := range f.layers {
		all = append(all, network.Layer{Name: fmt.Sprint("layer", i+1), Size: n, Activation: network.Activation(cmp.Or(f.activation, "relu"))})
	}
	return all
}

// optimizerOf returns the optimizer that the flags choose. updates is the total number of
// updates, for the schedule.
func (f *networkOptions) optimizerOf(updates int64) train.Optimizer {
	o := train.Adam(f.learningRate)
	if f.decay > 0 {
		o = train.AdamW(f.learningRate, f.decay)
	}
	o.Clip, o.Average = f.clip, f.average
	o.Rate = train.Schedule{Rate: f.learningRate, Shape: train.Shape(cmp.Or(f.schedule, "constant")), Warmup: f.warmup}
	if o.Rate.Shape != train.ConstantShape {
		o.Rate.Total, o.Rate.Final = updates, f.finalRate
	}
	return o
}

// model returns a model with new weights or those of --from. rows is the maximum size of a
// batch, 0 for --batch; updates is the total number of updates.
func (f *training) model(d network.Description, losses []train.Loss, rows int, updates int64) (*train.Model, error) {
	set := train.Settings{
		Losses: losses, Optimizer: f.network.optimizerOf(updates), MaxBatch: cmp.Or(rows, f.network.batch),
		Seed: f.seed, Workers: f.workers,
	}
	m, err := train.New(d, set)
	if err != nil || f.network.from == "" {
		return m, options.Usage(err)
	}
	n, _, err := network.ReadFile(f.network.from)
	if err != nil {
		return nil, options.FileFault(fmt.Errorf("--from: %w", err))
	}
	if err := m.SetNetwork(n); err != nil {
		return nil, fmt.Errorf("--from %s: %w", f.network.from, err)
	}
	return m, nil
}
