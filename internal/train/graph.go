package train

import (
	"hash"
	"hash/fnv"
	"slices"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/kernel"
)

// graph builds the operations of a model.
type graph struct {
	*gorgonia.ExprGraph
	m          *Model
	operations int
}

// addLayers creates the layers and their weights.
func (m *Model) addLayers(rows int) {
	m.inputs = newSignal(rows, len(m.scales), listsOnly)
	m.inputs.stride = len(m.scales)
	all, ones := make([]int32, rows), make([]float32, rows)
	for r := range all {
		all[r], ones[r] = int32(r), 1
	}
	x := m.inputs
	add := func(name string, size int, a network.Activation) *layer {
		l := &layer{name: name, activation: a, x: x, y: newSignal(rows, size, matrixAndLists), pre: newSignal(rows, size, matrixAndLists),
			all: all, ones: ones}
		l.blocks = []network.Block{{Inputs: network.Span{To: x.size}, Outputs: network.Span{To: l.y.width}}}
		if a == network.Tanh || a == network.SiLU {
			l.slope = make([]float32, rows*l.y.stride)
		}
		if len(m.layers) > 0 {
			l.back = newSignal(rows, x.size, matrixOnly)
			l.transposed = make([]float32, l.y.size*l.back.stride)
			below := m.layers[len(m.layers)-1]
			below.above, l.learning = l.back, l.back.width
			if below.cards != nil {
				l.learning = kernel.Width(below.cards.Outputs().To)
			}
		}
		if l.narrow() {
			l.narrowRow, l.narrowValue = make([]float32, x.width), make([]float32, rows)
		}
		m.layers = append(m.layers, l)
		x = l.y
		return l
	}
	if m.d.Stack != nil {
		of := m.d.NewStack()
		add("stack", of.Outputs(), network.None).stack = newStack(of, rows)
	}
	for i, l := range m.d.Layers {
		added := add(l.Name, l.Size, l.Activation)
		if c := m.d.Cards(i); c != nil {
			added.cards = newCards(c, rows, l.Activation)
		} else if len(l.Parts) > 0 {
			added.tie(m.d.Unroll(i))
		}
	}
	if m.d.Stack == nil {
		outputs := 0
		for _, h := range m.d.Heads {
			outputs += h.Size
		}
		add("heads", outputs, network.None)
	}
	m.layers[0].divisors = m.divisors
	total := 0
	for _, l := range m.layers {
		total += kernel.Width(l.own())
	}
	m.weights, m.grads = make([]float32, total), make([]float32, total)
	at := 0
	for _, l := range m.layers {
		end := at + l.own()
		if t := l.tied; t != nil {
			t.begin, t.weights, t.gradient = at, m.weights[at:end], m.grads[at:end]
			m.tie(l)
		} else {
			l.begin, l.weights, l.gradient = at, m.weights[at:end], m.grads[at:end]
		}
		at += kernel.Width(l.own())
	}
}

// tensor returns a tensor of the weights of a layer, or of their gradient.
func (l *layer) tensor(weights []float32) *tensor.Dense {
	rows := l.x.size + 1
	if l.whole() {
		rows = 1
	}
	return tensor.New(tensor.WithShape(rows, len(weights)/rows), tensor.WithBacking(weights))
}

// build builds the graph: layers and losses forward, and the backward operations, which
// gorgonia derives by the rules given here. It returns their nodes and compiles them.
func (m *Model) build() (*gorgonia.ExprGraph, error) {
	g := graph{ExprGraph: gorgonia.NewGraph(), m: m}
	x := gorgonia.NodeFromAny(g.ExprGraph, m.inputs.Dense, gorgonia.WithName("inputs"))
	var weights gorgonia.Nodes
	for i, l := range m.layers {
		w := gorgonia.NodeFromAny(g.ExprGraph, l.tensor(l.weights), gorgonia.WithName(l.name))
		weights = append(weights, w)
		var err error
		if x, err = gorgonia.ApplyOp(g.layer(l, i > 0), x, w); err != nil {
			return nil, err
		}
	}
	loss, err := gorgonia.ApplyOp(g.loss(), x)
	if err != nil {
		return nil, err
	}
	if _, err := gorgonia.Grad(loss, weights...); err != nil {
		return nil, err
	}
	return g.ExprGraph, m.compile(g.ExprGraph)
}

// compile lists the operations of a graph in the order in which a step makes them: those
// on rows, each of which needs the operations before it for the same rows only, and then
// the gradients of layers, each of which needs all rows.
func (m *Model) compile(g *gorgonia.ExprGraph) error {
	nodes, err := gorgonia.Sort(g) // results come before operands
	if err != nil {
		return err
	}
	for _, node := range slices.Backward(nodes) {
		o, ok := node.Op().(*operation)
		switch {
		case !ok:
		case o.rows != nil:
			m.rowwise = append(m.rowwise, o.rows)
		case o.gradient != nil:
			m.divide(o.gradient)
		}
	}
	return nil
}

// divide divides the rows of the weights of a layer into one share for each worker, or one
// for a narrow layer.
func (m *Model) divide(l *layer) {
	if l.whole() {
		return // its spans of rows are divided
	}
	n := l.x.size + 1
	size, step, lists := m.pool.share(n, kernel.Lanes), listed, newColumns
	if l.narrow() {
		size, step, lists = n, n, func(int) *columns { return nil }
	}
	for from := 0; from < n; from += size {
		m.shares = append(m.shares, share{l, from, min(n, from+size), step, lists(l.y.rows)})
	}
}

// share is rows [from, to) of the weights of a layer, which one worker updates, at most step
// rows at a time.
type share struct {
	*layer
	from, to, step int
	columns        *columns // of x; nil if narrow
}

// add returns an operation on the given number of operands, with the type of result.
func (g *graph) add(name string, operands int, result gorgonia.Value) *operation {
	g.operations++
	types := make([]hm.Type, operands, operands+1)
	for i := range types {
		types[i] = matrix
	}
	return &operation{m: g.m, name: name, number: g.operations, types: append(types, gorgonia.TypeOf(result)),
		shape: result.Shape(), result: result, wrt: make([]bool, operands)}
}

// layer returns the operation from a layer's input and weights to its output. inputs
// says whether its input has a gradient.
func (g *graph) layer(l *layer, inputs bool) *operation {
	o := g.add(l.name, 2, l.y.Dense)
	o.rows = l.forward
	o.wrt = []bool{inputs, true}
	o.back = func(operands gorgonia.Nodes, result, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
		pre := gradient
		if l.stack != nil {
			rows := g.add(l.name+" rows back", 1, tensor.New(tensor.WithShape(1, len(l.stack.gradients)), tensor.WithBacking(l.stack.gradients)))
			rows.rows = l.backStack
			var err error
			if pre, err = gorgonia.ApplyOp(rows, gradient); err != nil {
				return nil, err
			}
		}
		if l.above != nil {
			deactivate := g.add(l.name+" activation back", 2, l.pre.Dense)
			deactivate.rows = l.deactivate
			var err error
			if pre, err = gorgonia.ApplyOp(deactivate, gradient, result); err != nil {
				return nil, err
			}
		}
		own := g.add(l.name+" weights back", 2, l.tensor(l.gradient))
		own.gradient = l
		weights, err := gorgonia.ApplyOp(own, operands[0], pre)
		if err != nil || !inputs {
			return gorgonia.Nodes{nil, weights}, err
		}
		back := g.add(l.name+" inputs back", 2, l.back.Dense)
		back.rows = l.backInput
		x, err := gorgonia.ApplyOp(back, operands[1], pre)
		return gorgonia.Nodes{x, weights}, err
	}
	return o
}

// loss returns the operation from the outputs to the loss. It computes the gradient in
// the same pass; its backward operation only returns that gradient.
func (g *graph) loss() *operation {
	result := gorgonia.NewF32(0)
	last := g.m.layers[len(g.m.layers)-1]
	o := g.add("loss", 1, result)
	o.rows = g.m.losses
	o.wrt[0] = true
	o.back = func(operands gorgonia.Nodes, loss, _ *gorgonia.Node) (gorgonia.Nodes, error) {
		hand := g.add("loss back", 2, last.pre.Dense)
		hand.types[1] = gorgonia.TypeOf(result)
		x, err := gorgonia.ApplyOp(hand, operands[0], loss)
		return gorgonia.Nodes{x}, err
	}
	return o
}

// operation is an operation of a graph. It owns its result, which each run overwrites, so
// that runs do not allocate. The functions work on the memory of the operands; no two
// operations share a result. An operation without a function has nothing to compute.
type operation struct {
	m      *Model
	name   string
	number int          // unique in the graph
	types  []hm.Type    // of the operands, then of the result
	shape  tensor.Shape // of the result
	result gorgonia.Value

	rows     func(from, to int) // computes rows [from, to) of the result
	gradient *layer             // whose gradient with respect to the weights is the result

	// back returns the gradients of the operands, nil for those that have none, given
	// that of the result. If back is nil, the operation cannot be differentiated.
	back func(operands gorgonia.Nodes, result, gradient *gorgonia.Node) (gorgonia.Nodes, error)
	wrt  []bool // which operands have a gradient
}

// matrix is the type of a matrix of float32.
var matrix hm.Type = gorgonia.TensorType{Dims: 2, Of: tensor.Float32}

func (o *operation) Arity() int    { return len(o.types) - 1 }
func (o *operation) Type() hm.Type { return hm.NewFnType(o.types...) }
func (o *operation) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) {
	return o.shape, nil
}

// Do computes the result for the whole batch. Only gorgonia's tape machine calls it.
func (o *operation) Do(...gorgonia.Value) (gorgonia.Value, error) {
	if o.rows != nil {
		o.rows(0, o.m.n)
	}
	if l := o.gradient; l != nil && l.whole() {
		l.backWhole(o.m.n)
	}
	for i := range o.m.shares {
		if s := &o.m.shares[i]; s.layer == o.gradient {
			for from := s.from; from < s.to; from += s.step {
				s.backWeights(s.columns, o.m.n, from, min(s.to, from+s.step))
			}
		}
	}
	return o.result, nil
}
func (o *operation) ReturnsPtr() bool      { return true }
func (o *operation) CallsExtern() bool     { return false }
func (o *operation) OverwritesInput() int  { return -1 }
func (o *operation) WriteHash(h hash.Hash) { h.Write([]byte{byte(o.number), byte(o.number >> 8)}) }
func (o *operation) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
func (o *operation) String() string     { return o.name }
func (o *operation) DiffWRT(int) []bool { return o.wrt }
func (o *operation) SymDiff(operands gorgonia.Nodes, result, gradient *gorgonia.Node) (gorgonia.Nodes, error) {
	return o.back(operands, result, gradient)
}
