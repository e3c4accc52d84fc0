package train

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rummygym/agents/network"
	"rummygym/agents/network/safetensors"
)

// Join returns one network that has the outputs of first where an entry of its inputs is 0, and those of
// second where it is its scale, up to rounding. The entry must be one of the two in all observations, such as a
// flag of the rules, and no other entry may exceed its scale. So one file serves two kinds of tables with a
// network for each.
//
// Both networks must have hidden layers, with [network.ReLU] and without parts, and the same number of layers. Game, kind,
// fields, inputs and heads must be the same. The layers of the result hold the units of first, those of second and
// one that is the entry; its description is otherwise that of first.
func Join(first, second *network.Network, input string, entry int) (*network.Network, error) {
	d := *first.Description()
	if err := joinable(&d, second.Description()); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	at, err := entryOf(&d, input, entry)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	one, two := layersOf(first), layersOf(second)
	var tensors []safetensors.Tensor
	add := func(name string, m dense) {
		tensors = append(tensors,
			safetensors.Tensor{Name: name + ".weight", Shape: []int{m.out(), m.in}, Data: m.weights},
			safetensors.Tensor{Name: name + ".bias", Shape: []int{m.out()}, Data: m.bias})
	}
	d.Layers = slices.Clone(d.Layers)
	for i := range d.Layers {
		var m dense
		if i == 0 {
			m = firstLayer(&one[0], &two[0], at)
		} else {
			m = nextLayer(&one[i], &two[i])
		}
		d.Layers[i].Size = m.out()
		add(d.Layers[i].Name, m)
	}
	for k, h := range d.Heads {
		a, b := &one[len(d.Layers)+k], &two[len(d.Layers)+k]
		m := dense{in: a.in + b.in + 1}
		for o := range h.Size {
			m.add(a.bias[o], a.row(o), b.row(o), []float32{b.bias[o] - a.bias[o]})
		}
		add(h.Name, m)
	}
	return network.New(d, tensors)
}

// firstLayer returns a's outputs, not above 0 where entry at of the inputs is 1; b's, not above 0 where it is 0;
// and that entry. ReLU makes 0 of the former.
func firstLayer(a, b *dense, at int) dense {
	m := dense{in: a.in}
	for o := range a.out() {
		m.add(a.bias[o], a.row(o))
		m.row(o)[at] -= a.most(o)
	}
	for o := range b.out() {
		off := b.most(o)
		m.add(b.bias[o]-off, b.row(o))
		m.row(a.out() + o)[at] += off
	}
	m.add(0, make([]float32, m.in))
	m.row(m.out() - 1)[at] = 1
	return m
}

// nextLayer is firstLayer for a further layer, whose last input is the entry. The inputs of the one that is
// off are 0, so that only its biases above 0 need be taken away.
func nextLayer(a, b *dense) dense {
	m := dense{in: a.in + b.in + 1}
	for o, bias := range a.bias {
		m.add(bias, a.row(o), make([]float32, b.in), []float32{-max(bias, 0)})
	}
	for o, bias := range b.bias {
		m.add(min(bias, 0), make([]float32, a.in), b.row(o), []float32{max(bias, 0)})
	}
	m.add(0, make([]float32, a.in+b.in), []float32{1})
	return m
}

// joinable returns an error unless Join can join networks of these descriptions.
func joinable(a, b *network.Description) error {
	if a.Game != b.Game || a.EffectiveKind() != b.EffectiveKind() || a.Fields != b.Fields || a.Belief != b.Belief {
		return fmt.Errorf("a network of the kind %s for the game %q with the fields %q and the belief %q, and one of the kind %s for %q with %q and %q: want the same",
			a.EffectiveKind(), a.Game, a.Fields, a.Belief, b.EffectiveKind(), b.Game, b.Fields, b.Belief)
	}
	if !slices.EqualFunc(a.Inputs, b.Inputs, func(x, y network.Input) bool {
		return x.Name == y.Name && slices.Equal(x.Shape, y.Shape) && x.Scale == y.Scale
	}) {
		return errors.New("the networks have other inputs or other scales of them: want the same")
	}
	if !slices.Equal(a.Heads, b.Heads) {
		return fmt.Errorf("the heads %v and %v: want the same, in the same order", a.Heads, b.Heads)
	}
	if len(a.Layers) != len(b.Layers) || len(a.Layers) == 0 {
		return fmt.Errorf("%d and %d hidden layers: want the same number, at least 1", len(a.Layers), len(b.Layers))
	}
	for _, l := range slices.Concat(a.Layers, b.Layers) {
		if l.Activation != network.ReLU || len(l.Parts) > 0 {
			return fmt.Errorf("layer %s with the activation %s and %d parts: want %s and none", l.Name, l.Activation, len(l.Parts), network.ReLU)
		}
	}
	return nil
}

// entryOf returns the index of an entry of an input among all entries.
func entryOf(d *network.Description, input string, entry int) (int, error) {
	at, in := inputNamed(d, input)
	switch {
	case in == nil:
		var names []string
		for i := range d.Inputs {
			names = append(names, d.Inputs[i].Name)
		}
		return 0, fmt.Errorf("the networks have no input %q: want one of %s", input, strings.Join(names, ", "))
	case entry < 0 || entry >= in.Size():
		return 0, fmt.Errorf("entry %d of the input %s: want 0 to %d", entry, input, in.Size()-1)
	}
	return at + entry, nil
}

// dense is the weights and the biases of a layer or head.
type dense struct {
	in      int
	weights []float32 // [out, in]
	bias    []float32 // [out]
}

func (m *dense) out() int            { return len(m.bias) }
func (m *dense) row(o int) []float32 { return m.weights[o*m.in:][:m.in] }

// add adds an output whose weights are the parts, one after the other.
func (m *dense) add(bias float32, parts ...[]float32) {
	m.bias = append(m.bias, bias)
	for _, p := range parts {
		m.weights = append(m.weights, p...)
	}
}

// most returns more than output o can be, with inputs from -1 to 1.
func (m *dense) most(o int) float32 {
	sum := 1 + max(m.bias[o], -m.bias[o])
	for _, w := range m.row(o) {
		sum += max(w, -w)
	}
	return 2 * sum
}

// layersOf returns the layers and then the heads of a network without parts.
func layersOf(n *network.Network) (all []dense) {
	tensors := n.Weights()
	for i := 0; i < len(tensors); i += 2 {
		all = append(all, dense{in: tensors[i].Shape[1], weights: tensors[i].Data, bias: tensors[i+1].Data})
	}
	return all
}
