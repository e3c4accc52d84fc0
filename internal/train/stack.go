package train

import "rummygym/internal/agents/network"

// stack is a stack of cards with its heads and what a step computes with it. The gradient is the sum of those of spans of rows, each of
// which one worker computes.
type stack struct {
	*network.Stack
	seen      []*network.Seen      // by row
	work      []*network.Workspace // by span
	turned    []float32            // see network.Stack.Turn
	gradients []float32            // [spans, Size()]
}

// newStack returns a stack for batches of the given number of rows.
func newStack(of *network.Stack, rows int) *stack {
	t := &stack{Stack: of, turned: make([]float32, of.Turned())}
	for r := range rows {
		t.seen = append(t.seen, of.NewSeen())
		if r%rowSpan == 0 {
			t.work = append(t.work, of.NewWorkspace(true))
		}
	}
	t.gradients = make([]float32, len(t.work)*t.Size())
	return t
}

// forwardStack is forward for a stack.
func (l *layer) forwardStack(from, to int) {
	t := l.stack
	for r := from; r < to; r++ {
		index, values := l.x.entries(r)
		t.Forward(l.y.row(r), t.seen[r], t.work[r/rowSpan], l.weights, index, values)
	}
}

// backStack computes the gradients of rows [from, to).
func (l *layer) backStack(from, to int) {
	t := l.stack
	gradient := t.gradients[from/rowSpan*t.Size():][:t.Size()]
	clear(gradient)
	for r := from; r < to; r++ {
		t.Backward(gradient, t.seen[r], t.work[r/rowSpan], l.weights, t.turned, l.pre.row(r))
	}
}
