package network

import (
	"iter"
	"slices"

	"rummygym/agents/network/kernel"
)

// Unrolled is a layer with parts as one matrix [inputs, size] and a bias. Most entries of
// the matrix are 0; the others share the weights of the parts, or are 1 where a part
// passes its input through. The weights are numbered as they lie in the tensors of the
// layer, one tensor after the other.
type Unrolled struct {
	Inputs, Size int
	Weights      int     // number of weights
	Blocks       []Block // one for each input of parts; they contain all entries that are not 0
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
	in, out source
	weight  int // its first weight
}

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
		p := unrolledPart{Part: &l.Parts[k], weight: u.Weights}
		p.in = *p.source(sources)
		p.out = p.output(&p.in)
		p.out.at = at
		from := at
		at += p.out.size()
		if p.through() {
			u.Through = append(u.Through, Span{from, at})
		} else {
			channels, _, _ := p.in.image()
			u.Weights += p.Filters * (channels*p.Kernel[0]*p.Kernel[1] + 1)
		}
		b := slices.IndexFunc(u.Blocks, func(b Block) bool { return b.Inputs.From == p.in.at })
		if b < 0 {
			b = len(u.Blocks)
			u.Blocks = append(u.Blocks, Block{Span{p.in.at, p.in.at + p.in.size()}, Span{from / kernel.Lanes * kernel.Lanes, 0}})
		}
		u.Blocks[b].Outputs.To = kernel.Width(at)
		u.parts = append(u.parts, p)
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
		for k := range p.in.size() {
			if !yield(Tie{p.in.at + k, p.out.at + k, -1}) {
				return false
			}
		}
		return true
	}
	channels, inRows, inColumns := p.in.image()
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
		for c := range channels {
			for i := range p.Kernel[0] {
				for j := range p.Kernel[1] {
					if !entries(f, p.in.at+(c*inRows+i)*inColumns+j, inColumns, 1) {
						return false
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
