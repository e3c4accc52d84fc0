package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
)

// part is the part of the model's weights that belongs to a layer or head: columns
// [at, at+size) of a matrix [in+1, stride], bias last.
type part struct {
	name     string
	in, size int
	weights  []float32 // [in+1, stride]
	stride   int
	at       int
}

// parts returns the parts of the model's weights in the order of the network file.
func (m *Model) parts() []part {
	var all []part
	for i := range m.d.Layers {
		l := m.layers[i]
		all = append(all, part{m.d.Layers[i].Name, l.x.size, l.y.size, l.weights, l.y.stride, 0})
	}
	l, at := m.layers[len(m.d.Layers)], 0
	for _, h := range m.d.Heads {
		all = append(all, part{h.Name, l.x.size, h.Size, l.weights, l.y.stride, at})
		at += h.Size
	}
	return all
}

// Initialization is how initial weights are drawn. Biases are 0.
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
	for i, p := range m.parts() {
		draw := func() float64 { return (2*rng.Float64() - 1) * math.Sqrt(6/float64(p.in+p.size)) }
		if how == ByActivation && i < len(m.d.Layers) && (m.d.Layers[i].Activation == network.ReLU || m.d.Layers[i].Activation == network.SiLU) {
			draw = func() float64 { return rng.NormFloat64() * math.Sqrt(2/float64(p.in)) }
		}
		for r := range p.in {
			for c := range p.size {
				p.weights[r*p.stride+p.at+c] = float32(draw())
			}
		}
	}
}

// Network returns a copy of the current network.
func (m *Model) Network() (*network.Network, error) {
	var all []safetensors.Tensor
	for _, p := range m.parts() {
		w := make([]float32, p.size*p.in)
		for c := range p.size {
			for r := range p.in {
				w[c*p.in+r] = p.weights[r*p.stride+p.at+c]
			}
		}
		bias := slices.Clone(p.weights[p.in*p.stride+p.at:][:p.size])
		all = append(all,
			safetensors.Tensor{Name: p.name + ".weight", Shape: []int{p.size, p.in}, Data: w},
			safetensors.Tensor{Name: p.name + ".bias", Shape: []int{p.size}, Data: bias})
	}
	return network.New(m.d, all)
}

// SetNetwork sets the weights to those of a network with the same fields, layers and
// heads. If the network has other input scales, the weights of the inputs are adjusted,
// so that the outputs are the same up to rounding. The state of the optimizer stays.
func (m *Model) SetNetwork(n *network.Network) error {
	d := n.Description()
	if d.InputSize() != m.d.InputSize() || !slices.EqualFunc(d.Layers, m.d.Layers, network.Layer.Equal) || !slices.Equal(d.Heads, m.d.Heads) {
		return fmt.Errorf("train: the network has %d inputs, layers %v and heads %v: want %d, %v and %v",
			d.InputSize(), d.Layers, d.Heads, m.d.InputSize(), m.d.Layers, m.d.Heads)
	}
	scales := make([]float32, 0, len(m.scales)) // of the network's inputs
	for i, in := range d.Inputs {
		if mine := m.d.Inputs[min(i, len(m.d.Inputs)-1)]; in.Name != mine.Name || in.Size() != mine.Size() {
			return fmt.Errorf("train: input %d of the network is %s with %d entries: want %s with %d", i, in.Name, in.Size(), mine.Name, mine.Size())
		}
		for range in.Size() {
			scales = append(scales, float32(in.Scale))
		}
	}
	tensors := n.Weights()
	for i, p := range m.parts() {
		w, bias := tensors[2*i].Data, tensors[2*i+1].Data
		onInputs := i == 0 || len(m.d.Layers) == 0
		for c := range p.size {
			for r := range p.in {
				v := w[c*p.in+r]
				if onInputs && scales[r] != m.scales[r] {
					v *= m.scales[r] / scales[r]
				}
				p.weights[r*p.stride+p.at+c] = v
			}
		}
		copy(p.weights[p.in*p.stride+p.at:][:p.size], bias)
	}
	return nil
}
