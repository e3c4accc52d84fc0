package train

import "rummygym/agents/network"

// tied is the weights of a layer with parts. Each is at many entries of the layer's
// matrix, so that a convolution is a product with a matrix like any other layer. The
// optimizer sees only the weights.
type tied struct {
	weights  []float32 // parts of the model's weights
	gradient []float32
	at       []int32 // weight w is at the entries at[from[w]:from[w+1]] of the layer's matrix
	from     []int32 // [weights+1]
}

// tie sets the layout of the layer to that of a layer with parts, with a matrix of its own.
func (l *layer) tie(u *network.Unrolled) {
	l.blocks, l.through, l.tied = u.Blocks, u.Through, &tied{from: make([]int32, 1, u.Weights+1)}
	l.cuts = make([]network.Span, l.y.rows*len(l.blocks))
	n := (l.x.size + 1) * l.y.stride
	l.weights, l.gradient = make([]float32, n), make([]float32, n)
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

// spread copies all weights that layers with parts share to their matrices. It follows
// every change of the model's weights.
func (m *Model) spread() {
	for _, l := range m.layers {
		if l.tied != nil {
			m.pool.spans(len(l.tied.weights), tiedSpan, l.spread)
		}
	}
}
