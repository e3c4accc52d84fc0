package network

import (
	"fmt"
	"iter"
	"slices"

	"rummygym/internal/agents/network/kernel"
)

// Evaluator evaluates a network for one observation at a time, without allocating.
// It is not safe for concurrent use; any number of evaluators may share a network.
type Evaluator struct {
	n       *Network
	inputs  []float32   // scaled inputs, nil if there are layers
	outputs [][]float32 // by layer, each of the padded width of its matrix
	last    []float32   // the outputs of the last layer, or inputs
	scratch []float32   // of a part of cards
	hidden  []float32   // the filters of a part of cards
	seen    *Seen       // of a stack of cards, whose heads are in last; nil if there is none
	work    *Workspace  // of the same

	// The indices and values of the nonzero entries of the inputs or of a layer. Most
	// entries are 0.
	active []int32
	values []float32
}

// NewEvaluator returns an evaluator of the network.
func (n *Network) NewEvaluator() *Evaluator {
	e := &Evaluator{n: n, outputs: make([][]float32, len(n.layers))}
	most := len(n.scales)
	if n.stack != nil {
		e.seen, e.work, e.last = n.stack.NewSeen(), n.stack.NewWorkspace(false), make([]float32, n.stack.Outputs())
	} else if len(n.layers) == 0 {
		e.inputs = make([]float32, most)
		e.last = e.inputs
	}
	for i := range n.layers {
		a := &n.layers[i]
		e.outputs[i] = make([]float32, a.width)
		e.last = e.outputs[i][:a.out]
		most = max(most, a.out)
		if a.cards != nil {
			e.scratch, e.hidden = make([]float32, a.cards.Scratch()), make([]float32, a.cards.Hidden())
		}
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
	if e.seen != nil {
		e.n.stack.Forward(e.last, e.seen, e.work, e.n.cards, e.active[:n], e.values[:n])
		return
	}
	for i := range e.n.layers {
		a, y := &e.n.layers[i], e.outputs[i]
		if a.cards != nil {
			a.cards.Filter(y, e.hidden, e.scratch, e.active[:n], e.values[:n], a.filters)
			e.n.d.Layers[i].Activation.apply(e.hidden)
			a.cards.Pool(y, e.hidden)
			n = e.next(i)
			continue
		}
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
		n = e.next(i)
	}
}

// next lists the outputs of layer i for the next one, and returns their number.
func (e *Evaluator) next(i int) int {
	if i+1 == len(e.outputs) {
		return 0 // no layer follows
	}
	return kernel.List(e.active, e.values, e.outputs[i][:e.n.layers[i].out], nil)
}

// Output returns entry i of the head with that index, for the observation of the last
// Run. It panics if either index is out of range.
func (e *Evaluator) Output(head, i int) float32 {
	if e.seen != nil {
		return e.n.stack.head(e.last, head)[i]
	}
	a := &e.n.heads[head]
	var y [1]float32
	kernel.Dots(y[:], a.rows[i*a.in:][:a.in], e.last, a.bias[i:][:1])
	return y[0]
}

// Outputs sets dst to all entries of the head with that index, for the observation of
// the last Run. It panics unless dst has the size of the head.
func (e *Evaluator) Outputs(dst []float32, head int) {
	if h := &e.n.d.Heads[head]; len(dst) != h.Size {
		panic(fmt.Sprintf("network: Outputs into %d entries: want %d, the size of the head %s", len(dst), h.Size, h.Name))
	}
	if e.seen != nil {
		copy(dst, e.n.stack.head(e.last, head))
		return
	}
	a := &e.n.heads[head]
	kernel.Dots(dst, a.rows, e.last, a.bias)
}

// Unrolled is a layer with parts as one matrix [inputs, size] and a bias. Most entries of
// the matrix are 0; the others share the weights of the parts, or are 1 where a part
// passes its input through. The weights are numbered as they lie in the tensors of the
// layer, one tensor after the other.
type Unrolled struct {
	Inputs, Size int
	Weights      int     // number of weights
	Blocks       []Block // with different inputs; they contain all entries that are not 0
	Through      []Span  // the outputs of parts that pass their input through; they have no activation
	parts        []unrolledPart
}

// Span is a range of indices, from From to below To.
type Span struct{ From, To int }

// Block is a part of a matrix. Its outputs begin and end at multiples of kernel.Lanes.
type Block struct{ Inputs, Outputs Span }

// unrolledPart is a part with its place in the matrix.
type unrolledPart struct {
	*Part
	ins    []source // what it takes, one after the other
	out    source
	weight int // its first weight
}

// span returns the entries from the first that the part takes to the last.
func (p *unrolledPart) span() Span {
	s := Span{p.ins[0].at, p.ins[0].at}
	for i := range p.ins {
		s = s.union(Span{p.ins[i].at, p.ins[i].at + p.ins[i].size()})
	}
	return s
}

// union returns the smallest range that contains both.
func (s Span) union(o Span) Span { return Span{min(s.From, o.From), max(s.To, o.To)} }

// Tie says that an entry of the matrix of a layer is a weight.
type Tie struct {
	Input  int // the number of inputs: entry Output of the bias
	Output int
	Weight int // -1: the entry is always 1
}

// Unroll returns layer i, which must have parts. The description must be valid.
func (d *Description) Unroll(i int) *Unrolled {
	l, sources := &d.Layers[i], d.sources(i)
	u := &Unrolled{Inputs: d.InputSize(), Size: l.Size}
	if i > 0 {
		u.Inputs = d.Layers[i-1].Size
	}
	at := 0
	for k := range l.Parts {
		p := unrolledPart{Part: &l.Parts[k], ins: l.Parts[k].stack(sources), weight: u.Weights}
		p.out = p.output(sources)
		p.out.at = at
		from := at
		at += p.out.size()
		if p.through() {
			u.Through = append(u.Through, Span{from, at})
		} else {
			u.Weights += p.Filters * (channels(p.ins)*p.Kernel[0]*p.Kernel[1] + 1)
		}
		u.parts = append(u.parts, p)
		// Entries count once, so blocks that share inputs become one.
		b := Block{p.span(), Span{from / kernel.Lanes * kernel.Lanes, kernel.Width(at)}}
		shares := func(o Block) bool { return o.Inputs.From < b.Inputs.To && b.Inputs.From < o.Inputs.To }
		for k := slices.IndexFunc(u.Blocks, shares); k >= 0; k = slices.IndexFunc(u.Blocks, shares) {
			b.Inputs, b.Outputs = b.Inputs.union(u.Blocks[k].Inputs), b.Outputs.union(u.Blocks[k].Outputs)
			u.Blocks = slices.Delete(u.Blocks, k, k+1)
		}
		u.Blocks = append(u.Blocks, b)
	}
	return u
}

// Ties returns all entries that are not 0, in ascending order of their weights within a
// part.
func (u *Unrolled) Ties() iter.Seq[Tie] {
	return func(yield func(Tie) bool) {
		for i := range u.parts {
			if !u.parts[i].ties(u.Inputs, yield) {
				return
			}
		}
	}
}

// ties yields the entries of the part, of a layer with the given number of inputs.
func (p *unrolledPart) ties(inputs int, yield func(Tie) bool) bool {
	if p.through() {
		for k := range p.out.size() {
			if !yield(Tie{p.ins[0].at + k, p.out.at + k, -1}) {
				return false
			}
		}
		return true
	}
	_, _, inColumns := p.ins[0].image()
	_, rows, columns := p.out.image()
	weight := p.weight
	// entries yields those of one weight of filter f, in all places. Its input is at in for
	// the first place; stride is the distance of places of the input, 0 for the bias.
	entries := func(f, in, rowStride, stride int) bool {
		for y := range rows {
			for x := range columns {
				if !yield(Tie{in + y*rowStride + x*stride, p.out.at + (f*rows+y)*columns + x, weight}) {
					return false
				}
			}
		}
		weight++
		return true
	}
	for f := range p.Filters {
		for k := range p.ins {
			channels, inRows, _ := p.ins[k].image()
			for c := range channels {
				for i := range p.Kernel[0] {
					for j := range p.Kernel[1] {
						if !entries(f, p.ins[k].at+(c*inRows+i)*inColumns+j, inColumns, 1) {
							return false
						}
					}
				}
			}
		}
	}
	for f := range p.Filters {
		if !entries(f, inputs, 0, 0) {
			return false
		}
	}
	return true
}

// Cut returns the range of ascending indices that are inputs of the block.
func (b *Block) Cut(indices []int32) Span {
	s := Span{0, len(indices)}
	if b.Inputs.From > 0 {
		s.From, _ = slices.BinarySearch(indices, int32(b.Inputs.From))
	}
	if s.To > 0 && indices[s.To-1] >= int32(b.Inputs.To) {
		s.To, _ = slices.BinarySearch(indices, int32(b.Inputs.To))
	}
	return s
}
