package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/safetensors"
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
	if l := m.layers[0]; l.stack != nil {
		for k, at := range l.stack.Tensors() {
			a := network.None
			if k <= m.d.Stack.Rounds {
				a = network.ReLU
			}
			p := next(a)
			p.weights, p.down, p.across, p.bias = l.weights[at.From:], at.Down, at.Across, l.weights[at.Bias:][:p.size]
		}
		return all
	}
	for i, l := range m.layers[:len(m.d.Layers)] {
		if l.cards != nil {
			p := next(m.d.Layers[i].Activation)
			p.weights, p.down, p.across, p.bias = l.weights, p.size, 1, l.weights[p.in*p.size:]
			continue
		}
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
	m.derive()
	copy(m.average, m.weights)
}

// Network returns a copy of the current network, whose weights are running means if Optimizer.Average is above 0.
func (m *Model) Network() (*network.Network, error) {
	if m.average != nil {
		current := slices.Clone(m.weights)
		copy(m.weights, m.average)
		defer copy(m.weights, current)
	}
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

// SetNetwork sets the weights to those of a network with the same layers, of which those
// without parts may be larger in the model, and whose heads and inputs are all among the model's. Its outputs are
// then those of the network, up to rounding if it has other input scales: the weights of the model's other inputs
// become 0, and those from its further units too, while the weights to its further units and heads stay as they are,
// so that these can learn. A first layer with parts requires the same inputs and scales. The state of the
// optimizer stays.
func (m *Model) SetNetwork(n *network.Network) error {
	d := n.Description()
	lacking := slices.ContainsFunc(d.Heads, func(h network.Head) bool { return !slices.ContainsFunc(m.d.Heads, h.Equal) })
	if (d.Stack == nil) != (m.d.Stack == nil) || d.Stack != nil && *d.Stack != *m.d.Stack {
		return fmt.Errorf("train: the network has %v: want %v", d.Stack, m.d.Stack)
	}
	if !slices.EqualFunc(d.Layers, m.d.Layers, widens) || lacking {
		return fmt.Errorf("train: the network has layers %v and heads %v: want %v, or smaller ones, and some of %v", d.Layers, d.Heads, m.d.Layers, m.d.Heads)
	}
	parts := d.Stack != nil || len(d.Layers) > 0 && len(d.Layers[0].Parts) > 0
	of := make([]int, 0, len(m.scales)) // of each entry of the model's inputs, that of the network's, or -1
	var factors []float32               // of the network's inputs
	found := 0
	for _, mine := range m.d.Inputs {
		at, in := inputNamed(d, mine.Name)
		switch {
		case in != nil && in.Size() != mine.Size():
			return fmt.Errorf("train: input %s of the network has %d entries: want %d", in.Name, in.Size(), mine.Size())
		case parts && (in == nil || at != len(of) || in.Scale != mine.Scale || !slices.Equal(in.Scales, mine.Scales) || !slices.Equal(in.Shape, mine.Shape)):
			return fmt.Errorf("train: the network lacks the input %s with the shape %v and the scale %v at entry %d, for a first layer with parts", mine.Name, mine.Shape, mine.Scale, len(of))
		case in != nil:
			found++
		}
		for k := range mine.Size() {
			if in == nil {
				of, factors = append(of, -1), append(factors, 0)
			} else {
				of, factors = append(of, at+k), append(factors, float32(mine.Scale)/float32(in.Scale))
			}
		}
	}
	if found < len(d.Inputs) {
		i := slices.IndexFunc(d.Inputs, func(in network.Input) bool { at, _ := inputNamed(&m.d, in.Name); return at < 0 })
		return fmt.Errorf("train: the model has no input %s, which the network has", d.Inputs[i].Name)
	}
	tensors := map[string][]float32{}
	for _, t := range n.Weights() {
		tensors[t.Name] = t.Data
	}
	for k, p := range m.parts() {
		w, bias := tensors[p.name+".weight"], tensors[p.name+".bias"]
		if w == nil {
			continue // a further head
		}
		size := len(bias) // in the network
		in := len(w) / size
		onInputs := !parts && (k == 0 || len(m.d.Layers) == 0)
		for o := range size {
			for i := range p.in {
				v := float32(0)
				switch {
				case onInputs && of[i] >= 0:
					v = w[o*in+of[i]] * factors[i]
				case !onInputs && i < in:
					v = w[o*in+i]
				}
				p.weights[i*p.down+o*p.across] = v
			}
		}
		copy(p.bias, bias)
	}
	m.derive()
	copy(m.average, m.weights)
	return nil
}

// widens tells whether layer b is layer a or a larger one, without parts.
func widens(a, b network.Layer) bool {
	if len(a.Parts) == 0 && a.Size <= b.Size {
		a.Size = b.Size
	}
	return a.Equal(b)
}

// inputNamed returns the input of a description with a name, and its first entry: nil and -1 if
// there is none.
func inputNamed(d *network.Description, name string) (at int, in *network.Input) {
	for i := range d.Inputs {
		if d.Inputs[i].Name == name {
			return at, &d.Inputs[i]
		}
		at += d.Inputs[i].Size()
	}
	return -1, nil
}
