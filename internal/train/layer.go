package train

import (
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/kernel"
)

// layer is a matrix, a bias and an activation, or all heads side by side. Its weights
// are a matrix [in+1, stride of y]: one row per input, and as the last row the bias,
// which acts as the row of an input that is always 1. Entries outside the blocks are 0.
type layer struct {
	name       string
	activation network.Activation
	x, y       *signal   // input and output
	divisors   []float32 // of the entries of x; nil if all are 1
	begin      int       // of the weights in the model, unless they are tied
	weights    []float32 // [in+1, stride], a part of the model's weights unless they are tied
	gradient   []float32 // [in+1, stride], of the loss with respect to weights

	blocks  []network.Block
	cuts    []network.Span // [rows, blocks], the entries of x that are inputs of a block; nil if all are
	through []network.Span // outputs that have no activation
	tied    *tied          // nil if each weight is one entry
	cards   *cards         // nil unless the layer has a part of cards; it then has no matrix
	stack   *stack         // nil unless the layer is a stack of cards with its heads; it then has no matrix

	slope       []float32 // [rows, stride], derivatives; for Tanh and SiLU only
	pre         *signal   // gradient with respect to the input of the activation
	above       *signal   // gradient with respect to y, computed by the next layer; nil for the heads, whose pre the loss computes
	back        *signal   // gradient with respect to x; nil for the first layer, whose inputs have none
	learning    int       // columns of back from which the layer below learns
	transposed  []float32 // [size of y, stride of back], the transposed matrix; nil for the first layer
	narrowRow   []float32 // [width of x], if narrow
	narrowValue []float32 // [rows], if narrow
	ones        []float32 // [rows]
	all         []int32   // [rows] 0, 1, 2, ...
}

// own returns the number of the layer's weights in the model.
func (l *layer) own() int {
	if l.tied != nil {
		return len(l.tied.from) - 1
	}
	if l.cards != nil {
		return l.cards.size()
	}
	if l.stack != nil {
		return l.stack.Size()
	}
	return (l.x.size + 1) * l.y.stride
}

// whole reports whether the weights of the layer are no matrix, whose gradient is the sum of those of spans of rows.
func (l *layer) whole() bool { return l.cards != nil || l.stack != nil }

// backWhole computes the gradient with respect to the weights of the first n rows of a layer that is whole.
func (l *layer) backWhole(n int) {
	gradients := l.spans()
	clear(l.gradient)
	for at := 0; at < n; at += rowSpan {
		for i, g := range gradients[at/rowSpan*len(l.gradient):][:len(l.gradient)] {
			l.gradient[i] += g
		}
	}
}

// spans returns the gradients of the spans of rows of a layer that is whole.
func (l *layer) spans() []float32 {
	if l.stack != nil {
		return l.stack.gradients
	}
	return l.cards.gradients
}

// Sizes of spans. Results do not depend on them.
const (
	rowSpan    = 32 // rows of a batch
	columnSpan = 64 // columns of a matrix, so that a sum finds most rows of a block in the cache
)

// forward computes rows [from, to) of y from x.
func (l *layer) forward(from, to int) {
	if l.cards != nil {
		l.forwardCards(from, to)
		return
	}
	if l.stack != nil {
		l.forwardStack(from, to)
		return
	}
	bias := l.weights[l.x.size*l.y.stride:]
	for r := from; r < to; r++ {
		copy(l.y.row(r), bias)
		if l.cuts != nil {
			index, _ := l.x.entries(r)
			for i := range l.blocks {
				l.cuts[r*len(l.blocks)+i] = l.blocks[i].Cut(index)
			}
		}
	}
	for i := range l.blocks {
		l.forwardBlock(i, from, to)
	}
	l.activate(from, to)
	if l.above != nil { // not the last layer
		for r := from; r < to; r++ {
			l.y.list(r)
		}
	}
}

// forwardBlock adds block i of the matrix times x to rows [from, to) of y.
func (l *layer) forwardBlock(i, from, to int) {
	outputs := l.blocks[i].Outputs
	for c := outputs.From; c < outputs.To; c += columnSpan {
		end := min(outputs.To, c+columnSpan)
		for r := from; r < to; r++ {
			index, value := l.x.entries(r)
			if l.cuts != nil {
				s := l.cuts[r*len(l.blocks)+i]
				index, value = index[s.From:s.To], value[s.From:s.To]
			}
			kernel.Sum(l.y.row(r)[c:end], index, value, l.weights[c:], l.y.stride)
		}
	}
}

// activate applies the activation to rows [from, to) of y.
func (l *layer) activate(from, to int) {
	l.pass(l.pre, l.y, from, to) // kept there
	y := l.y.span(from, to)
	switch l.activation {
	case network.ReLU:
		kernel.ReLU(y)
	case network.Tanh:
		kernel.Tanh(y, l.slopes(from, to))
	case network.SiLU:
		kernel.SiLU(y, l.slopes(from, to))
	}
	l.pass(l.y, l.pre, from, to)
}

// pass copies the entries that have no activation, of rows [from, to).
func (l *layer) pass(dst, src *signal, from, to int) {
	for _, s := range l.through {
		for r := from; r < to; r++ {
			copy(dst.row(r)[s.From:s.To], src.row(r)[s.From:s.To])
		}
	}
}

// slopes returns rows [from, to) of slope.
func (l *layer) slopes(from, to int) []float32 { return l.slope[from*l.y.stride : to*l.y.stride] }

// deactivate computes rows [from, to) of pre from the gradient with respect to y.
func (l *layer) deactivate(from, to int) {
	if l.cards != nil {
		l.deactivateCards(from, to)
		return
	}
	switch pre, gradient := l.pre.span(from, to), l.above.span(from, to); l.activation {
	case network.ReLU:
		kernel.Gate(pre, gradient, l.y.span(from, to))
	case network.Tanh, network.SiLU:
		kernel.Times(pre, gradient, l.slopes(from, to))
	default:
		copy(pre, gradient)
	}
	l.pass(l.pre, l.above, from, to)
	if l.back != nil {
		for r := from; r < to; r++ {
			l.pre.list(r)
		}
	}
}

// backInput computes rows [from, to) of the gradient with respect to x from pre. The
// matrix must have been transposed by turn.
func (l *layer) backInput(from, to int) {
	for c := 0; c < l.learning; c += columnSpan {
		end := min(l.learning, c+columnSpan)
		for r := from; r < to; r++ {
			x := l.back.row(r)[c:end]
			clear(x)
			index, value := l.pre.entries(r)
			kernel.Sum(x, index, value, l.transposed[c:], l.back.stride)
		}
	}
}

// turn transposes rows [from, to) of the matrix to columns of transposed, if that is needed, or the matrices of a stack.
func (l *layer) turn(from, to int) {
	if l.stack != nil {
		l.stack.Turn(l.stack.turned, l.weights)
	}
	if l.back == nil {
		return
	}
	in, stride := l.back.stride, l.y.stride
	for i := from; i < to; i += kernel.Lanes { // Lanes rows at a time, to write contiguous blocks
		end := min(to, i+kernel.Lanes)
		for o := range l.y.size {
			t := l.transposed[o*in:][i:end]
			for k := range t {
				t[k] = l.weights[(i+k)*stride+o]
			}
		}
	}
}

// backWeights computes rows [from, to) of the gradient with respect to the weights, the
// last of which is the bias, from the first n rows of x and pre. There are at most listed
// rows, unless the layer is narrow.
func (l *layer) backWeights(c *columns, n, from, to int) {
	if l.narrow() {
		l.backNarrow(n)
		return
	}
	inputs := min(to, l.x.size)
	c.list(l.x, n, from, inputs, l.divisors)
	for _, b := range l.blocks {
		for at := b.Outputs.From; at < b.Outputs.To; at += columnSpan {
			end := min(b.Outputs.To, at+columnSpan)
			for i := max(from, b.Inputs.From); i < min(inputs, b.Inputs.To); i++ {
				row, value := c.entries(i - from)
				l.backRow(i, at, end, row, value)
			}
		}
	}
	if to > l.x.size {
		l.backRow(l.x.size, 0, l.y.width, l.all[:n], l.ones[:n]) // the bias
	}
}

// backRow computes columns [at, end) of row i of the gradient, from the nonzero entries of
// column i of x.
func (l *layer) backRow(i, at, end int, row []int32, value []float32) {
	sum := l.gradient[i*l.y.stride:][at:end]
	clear(sum)
	kernel.Sum(sum, row, value, l.pre.data[at:], l.pre.stride)
}

// narrow reports whether the output is so small that backNarrow is faster than listing
// the columns of x.
func (l *layer) narrow() bool { return l.y.size <= kernel.Lanes && l.back != nil }

// backNarrow is backWeights for all rows of the weights: it computes the transposed
// matrix, one row per output, from whole rows of x.
func (l *layer) backNarrow(n int) {
	clear(l.gradient)
	for o := range l.y.size {
		row := l.narrowRow[:l.x.width]
		clear(row)
		bias := float32(0)
		for r := range n {
			l.narrowValue[r] = l.pre.row(r)[o]
			bias += l.narrowValue[r]
		}
		kernel.Sum(row, l.all[:n], l.narrowValue[:n], l.x.data, l.x.stride)
		for i, v := range row[:l.x.size] {
			l.gradient[i*l.y.stride+o] = v
		}
		l.gradient[l.x.size*l.y.stride+o] = bias
	}
}

// tied is the weights of a layer with parts. Each is at many entries of the layer's
// matrix, so that a convolution is a product with a matrix like any other layer. The
// optimizer sees only the weights.
type tied struct {
	begin    int       // in the model
	weights  []float32 // parts of the model's weights
	gradient []float32
	at       []int32 // weight w is at the entries at[from[w]:from[w+1]] of the matrix
	from     []int32 // [weights+1]

	learn  func(from, to int) // computes the gradient of weights [from, to), and updates them unless they have to wait
	update func(from, to int) // updates weights [from, to)
	turn   func(from, to int) // layer.turn
}

// tie sets the layout of the layer to that of a layer with parts, with a matrix of its own.
func (l *layer) tie(u *network.Unrolled) {
	l.blocks, l.through, l.tied = u.Blocks, u.Through, &tied{from: make([]int32, 1, u.Weights+1)}
	l.cuts = make([]network.Span, l.y.rows*len(l.blocks))
	l.weights, l.gradient = make([]float32, (l.x.size+1)*l.y.stride), make([]float32, (l.x.size+1)*l.y.stride)
	for t := range u.Ties() {
		at := t.Input*l.y.stride + t.Output
		switch {
		case t.Weight < 0:
			l.weights[at] = 1
			continue
		case t.Weight == len(l.tied.from): // the next weight
			l.tied.from = append(l.tied.from, int32(len(l.tied.at)))
		}
		l.tied.at = append(l.tied.at, int32(at))
	}
	if u.Weights > 0 {
		l.tied.from = append(l.tied.from, int32(len(l.tied.at)))
	}
}

// tiedSpan is the number of weights that a worker processes at a time.
const tiedSpan = 64

// spread copies weights [from, to) to their entries of the matrix.
func (l *layer) spread(from, to int) {
	for w := from; w < to; w++ {
		for _, at := range l.tied.at[l.tied.from[w]:l.tied.from[w+1]] {
			l.weights[at] = l.tied.weights[w]
		}
	}
}

// gather computes the gradient with respect to weights [from, to): the sum of that with
// respect to their entries, one after the other.
func (l *layer) gather(from, to int) {
	for w := from; w < to; w++ {
		sum := float32(0)
		for _, at := range l.tied.at[l.tied.from[w]:l.tied.from[w+1]] {
			sum += l.gradient[at]
		}
		l.tied.gradient[w] = sum
	}
}

// derive computes what follows from the weights: the matrices of layers with parts, and the
// transposed matrices. It follows every change of the weights but those of a step.
func (m *Model) derive() {
	for _, l := range m.layers {
		if l.tied != nil {
			l.spread(0, len(l.tied.weights))
		}
		l.turn(0, l.x.size)
	}
}
