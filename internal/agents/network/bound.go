package network

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxEntry is the maximum magnitude of an entry of an observation for which the outputs of
// every network are finite. No field of an encoder has larger entries.
const MaxEntry = 1 << 20

// maxOutput is the maximum of the bound on the outputs of a layer. It is half of the maximum
// of float32, because sums are rounded: each of at most 65 layers adds at most maxSize+1
// terms, in any order, which makes a sum of magnitudes larger by a factor of at most
// (1 + 2^-24)^(maxSize+2) < 1.004, and 1.004^65 < 1.3.
const maxOutput = math.MaxFloat32 / 2

// A bounder bounds the outputs of one layer after the other. With entries of at most MaxEntry,
// input i is at most MaxEntry / scale of i, and output o of a layer at most
//
//	|bias of o| + Σ |weight of o and i| · bound of i
//
// Activations do not increase magnitudes, and tanh is at most 1. If no bound exceeds
// maxOutput, no sum overflows, so that no output is infinite or NaN.
type bounder struct {
	network *Network
	bound   []float64
}

// inputs sets the bounds of the inputs.
func (b *bounder) inputs() error {
	for i := range b.network.d.Inputs {
		in := &b.network.d.Inputs[i]
		for _, scale := range in.Divisors(nil) {
			x := MaxEntry / float64(scale)
			if x > maxOutput {
				return fmt.Errorf("input %s: scale %v: an entry of %d divided by it is beyond float32: want a larger scale", in.Name, scale, MaxEntry)
			}
			b.bound = append(b.bound, x)
		}
	}
	return nil
}

// layer sets the bounds to those of the outputs of a layer or head. The weight of input i for
// output o is weights[i*down+o*across]. The tensors used so far are the first ones.
func (b *bounder) layer(name string, weights, bias []float32, out, down, across, used int) error {
	next := make([]float64, out)
	for o := range next {
		next[o] = math.Abs(float64(bias[o]))
	}
	for i, x := range b.bound {
		row := weights[i*down:]
		for o := range next {
			next[o] += float64(math.Abs(float64(row[o*across])) * x)
		}
	}
	for _, y := range next {
		if y > maxOutput {
			return b.absurd(name, y, used)
		}
	}
	b.bound = next
	return nil
}

// cards is layer for a layer with a part of cards. It computes the bounds as the layer its outputs, from
// magnitudes.
func (b *bounder) cards(name string, m *matrix, used int) error {
	weights := slices.Clone(m.filters)
	for i, w := range weights {
		weights[i] = max(w, -w)
	}
	index, values := make([]int32, len(b.bound)), make([]float32, len(b.bound))
	for i, x := range b.bound {
		index[i], values[i] = int32(i), float32(x)
	}
	y, hidden := make([]float32, m.out), make([]float32, m.cards.Hidden())
	m.cards.Filter(y, hidden, make([]float32, m.cards.Scratch()), index, values, weights)
	m.cards.Pool(y, hidden)
	b.bound = b.bound[:0]
	for _, v := range y {
		if !(float64(v) <= maxOutput) {
			return b.absurd(name, float64(v), used)
		}
		b.bound = append(b.bound, float64(v))
	}
	return nil
}

// stack is layer for a stack of cards and its heads. The bound at all cards is the same, and a term is at most as large as it at all its
// cards.
func (b *bounder) stack() error {
	s, tensors := b.network.stack, b.network.tensors
	x, numbers := slices.Clone(b.bound[:s.planes]), b.bound[s.kinds*s.planes:]
	var last, pooled, head []float64
	for k := range len(tensors) / 2 {
		w, bias, name := &tensors[2*k], tensors[2*k+1].Data, strings.TrimSuffix(tensors[2*k].Name, weightSuffix)
		var in []float64
		switch {
		case k < len(s.rounds):
			for _, v := range x {
				for t := range Terms {
					in = append(in, v*float64(max(1, len(s.near[1].terms[t]), len(s.near[2].terms[t])))) // no card has more than the two and the three
				}
			}
			in = append(in, numbers...)
		case k == len(s.rounds):
			in = append(slices.Clone(last), numbers...)
		case strings.HasSuffix(name, cardsSuffix):
			in = last
		default:
			in = pooled
		}
		b.bound = in
		if err := b.layer(name, w.Data, bias, len(bias), 1, len(in), 2*k+2); err != nil {
			return err
		}
		switch {
		case k < len(s.rounds):
			x, last = b.bound, b.bound
		case k == len(s.rounds):
			pooled = b.bound
		case strings.HasSuffix(name, cardsSuffix): // added to the logits of the head before it; the last of them at all cards
			high := slices.Max(b.bound)
			if y := slices.Max(head) + float64(s.kinds)*high; y > maxOutput {
				return b.absurd("head "+name, y, 2*k+2)
			}
		default:
			head = b.bound
		}
	}
	return nil
}

// absurd returns an error that names the weight of the largest magnitude.
func (b *bounder) absurd(layer string, bound float64, used int) error {
	tensor, at, high := 0, 0, -1.0
	for k, t := range b.network.tensors[:used] {
		for i, w := range t.Data {
			if v := math.Abs(float64(w)); v > high {
				tensor, at, high = k, i, v
			}
		}
	}
	t := &b.network.tensors[tensor]
	return fmt.Errorf("tensor %q: element %d is %v: outputs of %s could be as large as %.3g, beyond float32: want smaller weights", t.Name, at, t.Data[at], layer, bound)
}
