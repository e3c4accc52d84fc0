package network

import "fmt"

// Evaluator computes a network for one observation at a time, without allocating.
// It is not safe for concurrent use; any number of evaluators share a network.
type Evaluator struct {
	n       *Network
	last    []float32   // entries of the last layer
	outputs [][]float32 // of each layer
	inputs  []float32   // scaled
	active  []int32     // entries that are not 0
}

// NewEvaluator returns an evaluator of the network.
func (n *Network) NewEvaluator() *Evaluator {
	e := &Evaluator{n: n, inputs: make([]float32, len(n.scales)), outputs: make([][]float32, len(n.layers))}
	most := len(n.scales)
	e.last = e.inputs
	for i := range n.layers {
		e.outputs[i] = make([]float32, n.layers[i].out)
		e.last = e.outputs[i]
		most = max(most, n.layers[i].out)
	}
	e.active = make([]int32, 0, most)
	return e
}

// Run computes the layers for an encoded observation, of the size of the inputs.
// It panics if the size is another. It does not keep the slice.
func (e *Evaluator) Run(observation []float32) {
	if len(observation) != len(e.inputs) {
		panic(fmt.Sprintf("network: Run of %d entries, want %d as the inputs have", len(observation), len(e.inputs)))
	}
	for i, v := range observation {
		if v != 0 { // most are
			v /= e.n.scales[i]
		}
		e.inputs[i] = v
	}
	x := e.inputs
	for i := range e.n.layers {
		e.layer(&e.n.layers[i], e.outputs[i], x)
		e.n.d.Layers[i].Activation.apply(e.outputs[i])
		x = e.outputs[i]
	}
}

// layer sets y to the matrix times x plus the bias. Observations, and what ReLU
// leaves, are mostly zeros: it sums the columns of the others, four at a time.
// The conversions keep compilers from fusing products and sums, which would make
// the last digit depend on the machine.
func (e *Evaluator) layer(a *affine, y, x []float32) {
	active := e.active[:0]
	for i, v := range x {
		if v != 0 {
			active = append(active, int32(i))
		}
	}
	copy(y, a.bias)
	column := func(i int32) []float32 { return a.columns[int(i)*a.out:][:len(y)] }
	for ; len(active) >= 4; active = active[4:] {
		i, j, k, l := active[0], active[1], active[2], active[3]
		p, q, r, s := x[i], x[j], x[k], x[l]
		ci, cj, ck, cl := column(i), column(j), column(k), column(l)
		for o := range y {
			y[o] += (float32(p*ci[o]) + float32(q*cj[o])) + (float32(r*ck[o]) + float32(s*cl[o]))
		}
	}
	for _, i := range active {
		p, c := x[i], column(i)
		for o := range y {
			y[o] += float32(p * c[o])
		}
	}
}

// Output returns entry i of a head, by its number, for the observation of the last
// Run. It panics if there is none.
func (e *Evaluator) Output(head, i int) float32 {
	a := &e.n.heads[head]
	return dot(a.rows[i*a.in:][:a.in], e.last) + a.bias[i]
}

// Outputs sets dst, of the size of the head, to all its entries for the
// observation of the last Run.
func (e *Evaluator) Outputs(dst []float32, head int) {
	a := &e.n.heads[head]
	if len(dst) != a.out {
		panic(fmt.Sprintf("network: Outputs into %d entries, want %d as head %s has", len(dst), a.out, e.n.d.Heads[head].Name))
	}
	for i := range dst {
		dst[i] = e.Output(head, i)
	}
}

// dot returns the sum of products of two slices of one length, in four sums.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var p, q, r, s float32
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		p += float32(a[0] * b[0])
		q += float32(a[1] * b[1])
		r += float32(a[2] * b[2])
		s += float32(a[3] * b[3])
	}
	for i, v := range a {
		p += float32(v * b[i])
	}
	return (p + q) + (r + s)
}
