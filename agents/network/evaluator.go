package network

import (
	"fmt"

	"rummygym/agents/network/kernel"
)

// Evaluator evaluates a network for one observation at a time, without allocating.
// It is not safe for concurrent use; any number of evaluators may share a network.
type Evaluator struct {
	n       *Network
	inputs  []float32   // scaled inputs, nil if there are layers
	outputs [][]float32 // by layer, each of the padded width of its matrix
	last    []float32   // the outputs of the last layer, or inputs

	// The indices and values of the nonzero entries of the inputs or of a layer. Most
	// entries are 0.
	active []int32
	values []float32
}

// NewEvaluator returns an evaluator of the network.
func (n *Network) NewEvaluator() *Evaluator {
	e := &Evaluator{n: n, outputs: make([][]float32, len(n.layers))}
	most := len(n.scales)
	if len(n.layers) == 0 {
		e.inputs = make([]float32, most)
		e.last = e.inputs
	}
	for i := range n.layers {
		a := &n.layers[i]
		e.outputs[i] = make([]float32, a.width)
		e.last = e.outputs[i][:a.out]
		most = max(most, a.out)
	}
	most = kernel.Width(most)
	e.active, e.values = make([]int32, most), make([]float32, most)
	return e
}

// Run evaluates the layers for an encoded observation of shape [inputs]. It panics if
// the length differs. It does not retain the slice.
func (e *Evaluator) Run(observation []float32) {
	scales := e.n.scales
	if len(observation) != len(scales) {
		panic(fmt.Sprintf("network: Run of %d entries: want %d, the size of the inputs", len(observation), len(scales)))
	}
	if e.inputs != nil {
		for i, v := range observation {
			e.inputs[i] = v / scales[i]
		}
		return
	}
	n := kernel.List(e.active, e.values, observation, scales)
	for i := range e.n.layers {
		a, y := &e.n.layers[i], e.outputs[i]
		clear(y[copy(y, a.bias):])
		for _, b := range a.blocks {
			s, out := b.Cut(e.active[:n]), b.Outputs
			kernel.Sum(y[out.From:out.To], e.active[s.From:s.To], e.values[s.From:s.To], a.columns[out.From:], a.width)
		}
		for _, s := range a.through {
			copy(e.values[s.From:s.To], y[s.From:s.To]) // kept; the list is no longer needed
		}
		e.n.d.Layers[i].Activation.apply(y)
		for _, s := range a.through {
			copy(y[s.From:s.To], e.values[s.From:s.To])
		}
		if i+1 < len(e.outputs) {
			n = kernel.List(e.active, e.values, y[:a.out], nil)
		}
	}
}

// Output returns entry i of the head with that index, for the observation of the last
// Run. It panics if either index is out of range.
func (e *Evaluator) Output(head, i int) float32 {
	a := &e.n.heads[head]
	var y [1]float32
	kernel.Dots(y[:], a.rows[i*a.in:][:a.in], e.last, a.bias[i:][:1])
	return y[0]
}

// Outputs sets dst to all entries of the head with that index, for the observation of
// the last Run. It panics unless dst has the size of the head.
func (e *Evaluator) Outputs(dst []float32, head int) {
	a := &e.n.heads[head]
	if len(dst) != a.out {
		panic(fmt.Sprintf("network: Outputs into %d entries: want %d, the size of the head %s", len(dst), a.out, e.n.d.Heads[head].Name))
	}
	kernel.Dots(dst, a.rows, e.last, a.bias)
}
