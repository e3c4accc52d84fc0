package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
)

// part is the part of the model's weights that belongs to a layer, to a convolution of a
// layer, or to a head. The weight of input i for output o is weights[i*down+o*across].
type part struct {
	name         string
	shape        []int // of the tensor in the network file, [size, ...]
	in, size     int
	activation   network.Activation
	weights      []float32
	down, across int
	bias         []float32 // [size]
}

// parts returns the parts of the model's weights in the order of the network file.
func (m *Model) parts() []part {
	var all []part
	tensors := m.d.Tensors()
	// next returns the next part, without its weights.
	next := func(a network.Activation) *part {
		t := tensors[2*len(all)]
		p := part{name: strings.TrimSuffix(t.Name, ".weight"), shape: t.Shape, in: 1, size: t.Shape[0], activation: a}
		for _, s := range t.Shape[1:] {
			p.in *= s
		}
		all = append(all, p)
		return &all[len(all)-1]
	}
	// columns gives a part columns of the matrix of a layer, from column at.
	columns := func(p *part, l *layer, at int) {
		p.weights, p.down, p.across = l.weights[at:], l.y.stride, 1
		p.bias = l.weights[p.in*l.y.stride+at:][:p.size]
	}
	for i, l := range m.layers[:len(m.d.Layers)] {
		if l.tied == nil {
			columns(next(m.d.Layers[i].Activation), l, 0)
			continue
		}
		for rest := l.tied.weights; len(rest) > 0; {
			p := next(m.d.Layers[i].Activation)
			n := p.size * p.in
			p.weights, p.down, p.across, p.bias = rest[:n], 1, p.in, rest[n:][:p.size]
			rest = rest[n+p.size:]
		}
	}
	at := 0
	for _, h := range m.d.Heads {
		columns(next(network.None), m.layers[len(m.d.Layers)], at)
		at += h.Size
	}
	return all
}

// Initialization is how initial weights are drawn. Biases are 0. For a convolution, in is
// the number of inputs of one of its outputs, and out that of outputs of one of its inputs:
// its filters times the size of the kernel.
type Initialization string

// The initializations.
const (
	// ByActivation draws by the activation that follows: normal with variance 2/in before
	// ReLU and SiLU (he2015delving), otherwise as Glorot.
	ByActivation Initialization = ""

	// Glorot draws from the uniform distribution in ±sqrt(6/(in+out))
	// (glorot2010difficulty), the default of Keras.
	Glorot Initialization = "glorot"
)

// randomise draws initial weights.
func (m *Model) randomise(seed uint64, how Initialization) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, p := range m.parts() {
		out := p.size
		for _, s := range p.shape[min(2, len(p.shape)):] { // of the kernel
			out *= s
		}
		draw := func() float64 { return (2*float64(rng.Float64()) - 1) * math.Sqrt(6/float64(p.in+out)) }
		if how == ByActivation && (p.activation == network.ReLU || p.activation == network.SiLU) {
			draw = func() float64 { return rng.NormFloat64() * math.Sqrt(2/float64(p.in)) }
		}
		for i := range p.in {
			for o := range p.size {
				p.weights[i*p.down+o*p.across] = float32(draw())
			}
		}
	}
	m.spread()
}

// Network returns a copy of the current network.
func (m *Model) Network() (*network.Network, error) {
	var all []safetensors.Tensor
	for _, p := range m.parts() {
		w := make([]float32, p.size*p.in)
		for o := range p.size {
			for i := range p.in {
				w[o*p.in+i] = p.weights[i*p.down+o*p.across]
			}
		}
		all = append(all,
			safetensors.Tensor{Name: p.name + ".weight", Shape: p.shape, Data: w},
			safetensors.Tensor{Name: p.name + ".bias", Shape: p.shape[:1], Data: slices.Clone(p.bias)})
	}
	return network.New(m.d, all)
}

// SetNetwork sets the weights to those of a network with the same fields, layers and
// heads. If the network has other input scales, the weights of the inputs are adjusted,
// so that the outputs are the same up to rounding; a first layer with parts requires the
// same scales. The state of the optimizer stays.
func (m *Model) SetNetwork(n *network.Network) error {
	d := n.Description()
	if d.InputSize() != m.d.InputSize() || !slices.EqualFunc(d.Layers, m.d.Layers, network.Layer.Equal) || !slices.Equal(d.Heads, m.d.Heads) {
		return fmt.Errorf("train: the network has %d inputs, layers %v and heads %v: want %d, %v and %v",
			d.InputSize(), d.Layers, d.Heads, m.d.InputSize(), m.d.Layers, m.d.Heads)
	}
	parts := len(d.Layers) > 0 && len(d.Layers[0].Parts) > 0
	scales := make([]float32, 0, len(m.scales)) // of the network's inputs
	for i, in := range d.Inputs {
		mine := m.d.Inputs[min(i, len(m.d.Inputs)-1)]
		if in.Name != mine.Name || in.Size() != mine.Size() {
			return fmt.Errorf("train: input %d of the network is %s with %d entries: want %s with %d", i, in.Name, in.Size(), mine.Name, mine.Size())
		}
		if parts && (in.Scale != mine.Scale || !slices.Equal(in.Shape, mine.Shape)) {
			return fmt.Errorf("train: input %s of the network has the shape %v and the scale %v: want %v and %v for a first layer with parts", in.Name, in.Shape, in.Scale, mine.Shape, mine.Scale)
		}
		for range in.Size() {
			scales = append(scales, float32(in.Scale))
		}
	}
	tensors := n.Weights()
	for k, p := range m.parts() {
		w, bias := tensors[2*k].Data, tensors[2*k+1].Data
		onInputs := !parts && (k == 0 || len(m.d.Layers) == 0)
		for o := range p.size {
			for i := range p.in {
				v := w[o*p.in+i]
				if onInputs && scales[i] != m.scales[i] {
					v *= m.scales[i] / scales[i]
				}
				p.weights[i*p.down+o*p.across] = v
			}
		}
		copy(p.bias, bias)
	}
	m.spread()
	return nil
}
