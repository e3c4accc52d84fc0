package network

import (
	"slices"

	"rummygym/agents/network/kernel"
)

// Plane is a part whose kernel is one place, so that an output depends only on the inputs at its
// own place, one in each channel. Nearly all entries of its matrix would be 0. Its weights have the
// shape [Channels, Filters].
type Plane struct {
	Filters, Channels int
	places            int     // number of places
	output            int     // its first output
	begins            []int32 // by channel, its begin in the inputs that the part takes, one after the other
	at                []int32 // by input of the layer, where it is among those, or -1
}

// plane returns the part as a plane, of a layer with the given number of inputs. It returns false if the
// part is none, takes inputs in another order than that of the layer, or has too few places to gain.
func (p *unrolledPart) plane(inputs int) (Plane, bool) {
	ordered := slices.IsSortedFunc(p.ins, func(a, b source) int { return a.at - b.at })
	if !slices.Equal(p.Kernel, []int{1, 1}) || !ordered {
		return Plane{}, false
	}
	_, rows, columns := p.out.image()
	n := Plane{Filters: p.Filters, Channels: channels(p.ins), places: rows * columns, output: p.out.at, at: make([]int32, inputs)}
	for i := range n.at {
		n.at[i] = -1
	}
	next := int32(0)
	for k := range p.ins {
		for i := range p.ins[k].size() {
			n.at[p.ins[k].at+i] = next
			next++
		}
	}
	for c := range n.Channels {
		n.begins = append(n.begins, int32(c*n.places))
	}
	return n, n.places >= kernel.Lanes
}

// Size returns the size of the memory that Fill and Add need: the inputs and the lanes that Sum
// reads after the last one, a sum, and the weights of a filter.
func (p *Plane) Size() int {
	return p.Channels*p.places + kernel.Lanes + kernel.Width(p.places) + p.Channels
}

// Fill sets x, of the given Size, to the inputs that the part takes. The layer has inputs with the
// given indices and values.
func (p *Plane) Fill(x []float32, index []int32, values []float32) {
	clear(x)
	for k, i := range index {
		if at := p.at[i]; at >= 0 {
			x[at] = values[k]
		}
	}
}

// Add adds to the outputs y of the layer the products of the weights and the inputs in x.
func (p *Plane) Add(y, x, weights []float32) {
	inputs := p.Channels*p.places + kernel.Lanes
	sum, filter := x[inputs:][:kernel.Width(p.places)], x[inputs+kernel.Width(p.places):]
	for f := range p.Filters {
		for c := range filter {
			filter[c] = weights[c*p.Filters+f]
		}
		clear(sum) // the lanes after the places are not used
		kernel.Sum(sum, p.begins, filter, x[:inputs], 1)
		out := y[p.output+f*p.places:][:p.places]
		for i := range out {
			out[i] += sum[i]
		}
	}
}

// Gradient adds to gradient, of the shape of the weights, the rows of the given channels for one
// observation. y is the gradient with respect to the outputs of the layer.
func (p *Plane) Gradient(gradient, x, y []float32, channels Span) {
	y = y[p.output:][:p.Filters*p.places]
	for c := channels.From; c < channels.To; c++ {
		g := gradient[c*p.Filters:][:p.Filters]
		kernel.Dots(g, y, x[c*p.places:][:p.places], g)
	}
}

// Cut returns the channels whose first input is in a range of the inputs of the layer. Each
// channel is in one of several ranges that follow each other.
func (p *Plane) Cut(inputs Span) Span {
	s := Span{p.Channels, 0}
	for _, at := range p.at[inputs.From:inputs.To] {
		if at >= 0 && int(at)%p.places == 0 {
			c := int(at) / p.places
			s = s.union(Span{c, c + 1})
		}
	}
	s.From = min(s.From, s.To)
	return s
}

// Weight returns the weight of which an entry of the layer's matrix is a copy, or -1 if it is none of
// this part.
func (p *Plane) Weight(t Tie) int {
	f := (t.Output - p.output) / p.places
	if t.Input >= len(p.at) || p.at[t.Input] < 0 || t.Output < p.output || f >= p.Filters {
		return -1
	}
	return int(p.at[t.Input])/p.places*p.Filters + f
}
