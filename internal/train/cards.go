package train

import (
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/kernel"
)

// cards is a layer with a part of cards and what a step computes with it. The weights are a matrix
// [Inputs()+1, Filters], the last row of which is the bias. The gradient is the sum of those of spans of rows, each of
// which one worker computes.
type cards struct {
	*network.Cards
	hidden     []float32 // [rows, Hidden()], the filters at all cards
	slope, pre []float32 // [rows, Hidden()], derivatives of the activation, for Tanh and SiLU only; gradients before it
	scratch    []float32 // [spans, Scratch()]
	gradients  []float32 // [spans, size of the weights]
}

// newCards returns a layer for batches of the given number of rows.
func newCards(c *network.Cards, rows int, a network.Activation) *cards {
	n, spans := rows*c.Hidden(), (rows+rowSpan-1)/rowSpan
	t := &cards{Cards: c, hidden: make([]float32, n), pre: make([]float32, n)}
	if a == network.Tanh || a == network.SiLU {
		t.slope = make([]float32, n)
	}
	t.scratch, t.gradients = make([]float32, spans*c.Scratch()), make([]float32, spans*t.size())
	return t
}

// size returns the number of weights.
func (t *cards) size() int { return (t.Inputs() + 1) * t.Filters }

// of returns the scratch memory and the gradient of the span that begins at a row.
func (t *cards) of(row int) (scratch, gradient []float32) {
	k := row / rowSpan
	return t.scratch[k*t.Scratch():][:t.Scratch()], t.gradients[k*t.size():][:t.size()]
}

// rows returns rows [from, to) of hidden or of a slice with the same shape.
func (t *cards) rows(x []float32, from, to int) []float32 {
	return x[from*t.Hidden() : to*t.Hidden()]
}

// forwardCards is forward for a layer with a part of cards.
func (l *layer) forwardCards(from, to int) {
	t := l.cards
	scratch, _ := t.of(from)
	for r := from; r < to; r++ {
		index, value := l.x.entries(r)
		t.Filter(l.y.row(r), t.rows(t.hidden, r, r+1), scratch, index, value, l.weights)
	}
	switch y := t.rows(t.hidden, from, to); l.activation {
	case network.ReLU:
		kernel.ReLU(y)
	case network.Tanh:
		kernel.Tanh(y, t.rows(t.slope, from, to))
	case network.SiLU:
		kernel.SiLU(y, t.rows(t.slope, from, to))
	}
	for r := from; r < to; r++ {
		t.Pool(l.y.row(r), t.rows(t.hidden, r, r+1))
		if l.above != nil {
			l.y.list(r)
		}
	}
}

// deactivateCards is deactivate for a layer with a part of cards. It also computes the gradients of the rows.
func (l *layer) deactivateCards(from, to int) {
	t := l.cards
	for r := from; r < to; r++ {
		t.Spread(t.rows(t.pre, r, r+1), l.above.row(r))
	}
	switch pre := t.rows(t.pre, from, to); l.activation {
	case network.ReLU:
		kernel.Gate(pre, pre, t.rows(t.hidden, from, to))
	case network.Tanh, network.SiLU:
		kernel.Times(pre, pre, t.rows(t.slope, from, to))
	}
	for r := from; r < to; r++ {
		scratch, gradient := t.of(r)
		if r%rowSpan == 0 {
			clear(gradient)
		}
		index, value := l.x.entries(r)
		t.Gradient(gradient, t.rows(t.pre, r, r+1), scratch, index, value)
	}
}
