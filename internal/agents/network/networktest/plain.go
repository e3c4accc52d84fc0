package networktest

import (
	"fmt"
	"math"
	"slices"

	"rummygym/internal/agents/network"
)

// Plain evaluates a network in float64 with plain loops, as a reference for evaluators and models.
type Plain struct {
	Weights [][]float64 // in the order of Network.Weights

	d     *network.Description
	index map[string]int // of a tensor by name
}

// NewPlain returns a Plain with a copy of the weights.
func NewPlain(n *network.Network) *Plain {
	t := &Plain{d: n.Description(), index: map[string]int{}}
	for k, w := range n.Weights() {
		t.index[w.Name] = k
		x := make([]float64, len(w.Data))
		for i, v := range w.Data {
			x[i] = float64(v)
		}
		t.Weights = append(t.Weights, x)
	}
	return t
}

// image is an input of the network or the output of a part.
type image struct {
	shape  []int
	values []float64
}

// Outputs returns the output of each head for one observation.
func (t *Plain) Outputs(row []float32) [][]float64 {
	var x []float64
	images := map[string]image{} // what parts can take
	for _, in := range t.d.Inputs {
		at := len(x)
		for range in.Size() {
			scale := in.Scale
			if len(in.Scales) > 0 {
				scale = in.Scales[len(x[at:])%len(in.Scales)]
			}
			x = append(x, float64(row[len(x)])/scale)
		}
		images[in.Name] = image{in.Shape, x[at:]}
	}
	affine := func(name string, size int, x []float64) []float64 {
		weight, bias := t.Weights[t.index[name+".weight"]], t.Weights[t.index[name+".bias"]]
		y := append([]float64(nil), bias...)
		for o := range size {
			for k, v := range x {
				y[o] += weight[o*len(x)+k] * v
			}
		}
		return y
	}
	if t.d.Stack != nil {
		return t.stack(x, affine)
	}
	for _, l := range t.d.Layers {
		if len(l.Parts) == 0 {
			x = affine(l.Name, l.Size, x)
			activate(x, l.Activation)
			continue
		}
		x = nil
		outs := map[string]image{}
		for _, p := range l.Parts {
			out := images[p.Input]
			if p.Filters > 0 {
				for _, name := range p.Stack {
					out.values = append(slices.Clip(out.values), images[name].values...)
				}
				if p.Ace != "" {
					out = t.overCards(l.Name+"."+p.Name, &p, out)
				} else {
					out = t.convolve(l.Name+"."+p.Name, &p, out)
				}
				activate(out.values, l.Activation)
				if p.Sum {
					out = sumOfSuits(out, p.Filters)
				}
			}
			outs[p.Name] = out
			x = append(x, out.values...)
		}
		images = outs
	}
	var all [][]float64
	for _, h := range t.d.Heads {
		all = append(all, affine(h.Name, h.Size, x))
	}
	return all
}

// stack returns the output of each head of a stack of cards, for scaled inputs.
func (t *Plain) stack(x []float64, affine func(name string, size int, x []float64) []float64) [][]float64 {
	kinds, planes := t.d.Inputs[0].Shape[0], t.d.Inputs[0].Shape[1]
	numbers := x[kinds*planes:]
	at := func(x []float64, card int) []float64 { return x[card*len(x)/kinds:][:len(x)/kinds] }
	first := x[:kinds*planes]
	last := first
	for k := range t.d.Stack.Rounds {
		var next []float64
		for card := range kinds {
			var in []float64
			for channel := range len(last) / kinds {
				terms := [4]float64{}
				for o := range kinds {
					if term := neighbour(card, o, t.d.Stack.Ace); term >= 0 {
						terms[term] += at(last, o)[channel]
					}
				}
				in = append(in, terms[:]...)
			}
			next = append(next, affine(fmt.Sprint("round", k), t.d.Stack.Width, append(in, numbers...))...)
		}
		activate(next, network.ReLU)
		last = next
	}
	mean := make([]float64, t.d.Stack.Width)
	for i, v := range last {
		mean[i%len(mean)] += v / float64(kinds)
	}
	pooled := affine("pooled", t.d.Stack.Pooled, append(mean, numbers...))
	activate(pooled, network.ReLU)
	var all [][]float64
	for _, h := range t.d.Heads {
		y := affine(h.Name, h.Size, pooled)
		for card := 0; h.Cards != nil && card < kinds; card++ {
			scores := affine(h.Name+".cards", len(h.Cards.First)+1, at(last, card))
			for g, action := range h.Cards.First {
				y[action+card] = scores[g]
			}
			if at(first, card)[h.Cards.Top] != 0 {
				y[h.Cards.Take] += scores[len(h.Cards.First)]
			}
		}
		all = append(all, y)
	}
	return all
}

// activate applies an activation.
func activate(x []float64, a network.Activation) {
	for k, v := range x {
		switch a {
		case network.ReLU:
			x[k] = math.Max(0, v)
		case network.Tanh:
			x[k] = math.Tanh(v)
		case network.SiLU:
			x[k] = v / (1 + math.Exp(-v))
		}
	}
}

// convolve returns the output of a part with filters, without its activation.
func (t *Plain) convolve(name string, p *network.Part, in image) image {
	weight, bias := t.Weights[t.index[name+".weight"]], t.Weights[t.index[name+".bias"]]
	columns := in.shape[len(in.shape)-1]
	plane := columns
	if len(in.shape) > 1 {
		plane *= in.shape[len(in.shape)-2]
	}
	channels := len(in.values) / plane
	height, width := p.Kernel[0], p.Kernel[1]
	out := image{shape: []int{p.Filters, plane/columns - height + 1, columns - width + 1}}
	for f := range p.Filters {
		for y := range out.shape[1] {
			for x := range out.shape[2] {
				sum := bias[f]
				for k, w := range weight[f*channels*height*width:][:channels*height*width] {
					c, i, j := k/(height*width), k/width%height, k%width
					sum += w * in.values[c*plane+(y+i)*columns+x+j]
				}
				out.values = append(out.values, sum)
			}
		}
	}
	return out
}

// overCards returns the output of a part of cards, without its activation and sum.
func (t *Plain) overCards(name string, p *network.Part, in image) image {
	weight, bias := t.Weights[t.index[name+".weight"]], t.Weights[t.index[name+".bias"]]
	channels := 1 + len(p.Stack)
	cards := len(in.values) / channels
	out := image{shape: []int{cards, p.Filters}}
	for card := range cards {
		for f := range p.Filters {
			sum := bias[f]
			for c := range channels {
				for o := range cards {
					if term := neighbour(card, o, p.Ace); term >= 0 {
						sum += weight[(f*channels+c)*4+term] * in.values[c*cards+o]
					}
				}
			}
			out.values = append(out.values, sum)
		}
	}
	return out
}

// neighbour returns the term of card a, of those of a part of cards, in which card b counts, or -1.
func neighbour(a, b int, ace network.Ace) int {
	suit, rank := a/13, a%13
	switch distance := max(rank-b%13, b%13-rank); {
	case a == b:
		return 0
	case a == 52 || b == 52: // the printed joker
		return -1
	case b/13 != suit && distance == 0:
		return 3
	case b/13 != suit:
		return -1
	case distance <= 2:
		return distance
	case ace == network.AceBoth && rank*(b%13) == 0 && distance >= 11: // the king and the queen beside the ace
		return 13 - distance
	}
	return -1
}

// sumOfSuits returns the sums over the suits of the output of a part of cards.
func sumOfSuits(in image, filters int) image {
	out := image{shape: []int{len(in.values)/filters - 39, filters}}
	suit := 13 * filters
	for k := range suit {
		out.values = append(out.values, in.values[k]+in.values[suit+k]+in.values[2*suit+k]+in.values[3*suit+k])
	}
	out.values = append(out.values, in.values[4*suit:]...)
	return out
}
