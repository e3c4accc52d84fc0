package train

import (
	"math"

	"rummygym/agents/network"
	"rummygym/agents/network/kernel"
)

// layer is a matrix, a bias and an activation, or all heads side by side. Its weights
// are a matrix [in+1, width]: a row for each input, and the bias last, as of an input
// that is always 1.
type layer struct {
	name       string
	activation network.Activation
	x, y       *signal   // input and output
	weights    []float32 // [in+1, width], part of the model's
	gradient   []float32 // [in+1, width], of the loss by weights

	slope      []float32 // [rows, width], of SiLU only: derivative by what it is applied to
	pre        *signal   // gradient by what the activation is applied to
	above      *signal   // gradient by y, which the next layer computes; nil for the heads, whose pre the loss computes
	back       *signal   // gradient by x; nil for the first layer, whose inputs have none
	transposed []float32 // [width of y, width of x], the matrix turned; nil for the first layer
	columns    *columns  // of x
	ones       []float32 // [rows]
	all        []int32   // [rows] 0, 1, 2, ...
}

// Sizes of spans: results do not depend on them.
const (
	rowSpan    = 16 // rows of a batch
	columnSpan = 64 // columns of a matrix, so that a block of it stays in the nearest cache
	inputSpan  = 16 // rows of a matrix of weights
)

// forward computes y from x for rows from to to-1.
func (l *layer) forward(from, to int) {
	width := l.y.width
	bias := l.weights[l.x.size*width:]
	for c := 0; c < width; c += columnSpan {
		end := min(width, c+columnSpan)
		for r := from; r < to; r++ {
			y := l.y.row(r)[c:end]
			copy(y, bias[c:end])
			index, value := l.x.entries(r)
			kernel.Sum(y, index, value, l.weights[c:], width)
		}
	}
	for r := from; r < to; r++ {
		l.activate(r)
		l.y.list(r)
	}
}

// activate applies the activation to row r of y, as network.Evaluator does.
func (l *layer) activate(r int) {
	y := l.y.row(r)[:l.y.size]
	switch l.activation {
	case network.ReLU:
		for i, v := range y {
			y[i] = max(v, 0)
		}
	case network.Tanh:
		for i, v := range y {
			y[i] = float32(math.Tanh(float64(v)))
		}
	case network.SiLU:
		slope := l.slope[r*l.y.width:]
		for i, v := range y {
			x := float64(v)
			s := 1 / (1 + math.Exp(-x))
			y[i] = float32(x / (1 + math.Exp(-x)))
			slope[i] = float32(s * (1 + x*(1-s)))
		}
	}
}

// deactivate makes row r of pre from the gradient by y.
func (l *layer) deactivate(r int, gradient []float32) {
	pre, y := l.pre.row(r)[:l.y.size], l.y.row(r)
	switch l.activation {
	case network.None:
		copy(pre, gradient)
	case network.ReLU:
		for i := range pre {
			pre[i] = 0
			if y[i] > 0 {
				pre[i] = gradient[i]
			}
		}
	case network.Tanh:
		for i := range pre {
			pre[i] = gradient[i] * (1 - float32(y[i]*y[i]))
		}
	case network.SiLU:
		slope := l.slope[r*l.y.width:]
		for i := range pre {
			pre[i] = gradient[i] * slope[i]
		}
	}
	l.pre.list(r)
}

// backInput computes the gradient by x from pre for rows from to to-1. The matrix
// must be turned.
func (l *layer) backInput(from, to int) {
	width := l.back.width
	for c := 0; c < width; c += columnSpan {
		end := min(width, c+columnSpan)
		for r := from; r < to; r++ {
			x := l.back.row(r)[c:end]
			clear(x)
			index, value := l.pre.entries(r)
			kernel.Sum(x, index, value, l.transposed[c:], width)
		}
	}
}

// turn makes columns from to to-1 of the matrix to rows of transposed.
func (l *layer) turn(from, to int) {
	in, width := l.back.width, l.y.width
	for i := range l.x.size {
		w := l.weights[i*width:][:width]
		for o := from; o < to; o++ {
			l.transposed[o*in+i] = w[o]
		}
	}
}

// backWeights computes the gradient by the rows from to to-1 of the weights, the last
// of which is the bias, from the first n rows of x and pre.
func (l *layer) backWeights(n, from, to int) {
	width := l.y.width
	inputs := min(to, l.x.size)
	l.columns.list(l.x, n, from, inputs)
	for c := 0; c < width; c += columnSpan {
		end := min(width, c+columnSpan)
		for i := from; i < to; i++ {
			g := l.gradient[i*width:][c:end]
			clear(g)
			row, value := l.all[:n], l.ones[:n]
			if i < l.x.size {
				row, value = l.columns.entries(i)
			}
			kernel.Sum(g, row, value, l.pre.data[c:], width)
		}
	}
}
