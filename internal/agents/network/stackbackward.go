package network

import (
	"slices"

	"rummygym/internal/agents/network/kernel"
)

// Turned returns the size of the memory for what [Stack.Turn] makes.
func (s *Stack) Turned() int { return (len(s.rounds) - 1) * Terms * s.width * s.width }

// Turn sets dst to the transposed matrices of the rounds but the first, which Backward needs.
func (s *Stack) Turn(dst, weights []float32) {
	w := s.width
	for _, r := range s.rounds[1:] {
		for c := range w {
			for t := range Terms {
				for f := range w {
					dst[(f*Terms+t)*w+c] = weights[r.from+(c*Terms+t)*w+f]
				}
			}
		}
		dst = dst[Terms*w*w:]
	}
}

// Backward adds the gradient of the observation of e to gradient, given that with respect to its outputs. turned is what Turn made of
// the weights.
func (s *Stack) Backward(gradient []float32, e *Seen, b *Workspace, weights, turned, outputs []float32) {
	w := s.width
	s.backwardPooled(gradient, e, b, weights, outputs)
	for c := range s.kinds {
		copy(b.y[c*w:][:w], b.sum)
	}
	for i := range s.heads {
		if h := &s.heads[i]; h.Cards != nil {
			s.backwardCards(gradient, e, b, weights, outputs[h.output:], h)
		}
	}
	for k := len(s.rounds) - 1; ; k-- {
		s.backwardRound(gradient, e, b, k)
		if k == 0 {
			return
		}
		t := turned[(k-1)*Terms*w*w:][:Terms*w*w]
		clear(b.terms)
		for c := range s.kinds {
			index, values := b.nonzero(b.y[c*w:][:w])
			kernel.Sum(b.terms[c*Terms*w:][:Terms*w], index, values, t, Terms*w)
		}
		clear(b.y)
		s.addNear(b.y, b.terms)
	}
}

// add adds v times x to gradient.
func (s *Stack) add(gradient []float32, b *Workspace, v float32, x []float32) {
	b.value[0] = v
	kernel.Sum(gradient[:len(x)], s.all[:1], b.value, x, len(x))
}

// backwardPooled is Backward for the matrices of heads and for pooled. It sets b.sum to the gradient with respect to the last x of each card.
func (s *Stack) backwardPooled(gradient []float32, e *Seen, b *Workspace, weights, outputs []float32) {
	clear(b.pooled)
	for i := range s.heads {
		h := &s.heads[i]
		index, values := b.nonzero(outputs[h.output:][:h.Size])
		if h.Cards != nil { // the scores are those of cards alone
			n := 0
			for k, o := range index {
				if !slices.ContainsFunc(h.Cards.First, func(first int) bool { return int(o) >= first && int(o) < first+s.kinds }) {
					index[n], values[n] = o, values[k]
					n++
				}
			}
			index, values = index[:n], values[:n]
		}
		for k, o := range index {
			s.add(gradient[h.from+int(o)*s.pooled:], b, values[k], e.pooled)
			gradient[h.bias+int(o)] += values[k]
		}
		kernel.Sum(b.pooled, index, values, weights[h.from:], s.pooled)
	}
	kernel.Gate(b.pooled, b.pooled, e.pooled)
	for i, v := range e.mean {
		s.add(gradient[s.pool+i*s.pooled:], b, v, b.pooled)
	}
	numbers, values := e.numbers()
	for k, i := range numbers {
		s.add(gradient[s.pool+(s.width+int(i))*s.pooled:], b, values[k], b.pooled)
	}
	s.add(gradient[s.pool+(s.width+s.numbers)*s.pooled:], b, 1, b.pooled)
	kernel.Dots(b.sum, weights[s.pool:][:s.width*s.pooled], b.pooled, b.zeros)
	for i := range b.sum {
		b.sum[i] *= s.each[0]
	}
}

// backwardCards is Backward for the scores of cards of a head: it adds to b.y.
func (s *Stack) backwardCards(gradient []float32, e *Seen, b *Workspace, weights, outputs []float32, h *stackHead) {
	w, last := s.width, e.y[len(s.rounds)-1]
	for g := range len(h.Cards.First) + 1 {
		for c := range s.kinds {
			v := float32(0)
			switch {
			case g < len(h.Cards.First):
				v = outputs[h.Cards.First[g]+c]
			case e.has(c, h.Cards.Top):
				v = outputs[h.Cards.Take]
			}
			if v != 0 {
				s.add(gradient[h.cards+g*w:], b, v, last[c*w:][:w])
				gradient[h.cardsBias+g] += v
				s.add(b.y[c*w:], b, v, weights[h.cards+g*w:][:w])
			}
		}
	}
}

// backwardRound is Backward for the weights of round k, given the gradient b.y with respect to its result, of which it makes that before the
// activation.
func (s *Stack) backwardRound(gradient []float32, e *Seen, b *Workspace, k int) {
	r, w := &s.rounds[k], s.width
	kernel.Gate(b.y, b.y, e.y[k])
	clear(b.sum)
	kernel.Sum(b.sum, s.all[:s.kinds], ones[:s.kinds], b.y, w)
	s.add(gradient[r.bias(s):], b, 1, b.sum)
	numbers, values := e.numbers()
	for i, n := range numbers {
		s.add(gradient[r.numbers(s)+int(n)*w:], b, values[i], b.sum)
	}
	clear(b.near)
	clear(b.counts)
	for c := range s.kinds {
		for t, cards := range s.near[c].terms {
			kernel.Sum(b.near[(c*Terms+t)*w:][:w], cards, ones[:len(cards)], b.y, w)
		}
		channels, x := s.input(e, k, c, b)
		for i, channel := range channels {
			at := int(channel)*s.kinds + b.counts[channel]
			b.cards[at], b.values[at] = int32(c), x[i]
			b.counts[channel]++
		}
	}
	for channel := range r.channels {
		n, at := b.counts[channel], channel*s.kinds
		kernel.Sum(gradient[r.from+channel*Terms*w:][:Terms*w], b.cards[at:][:n], b.values[at:][:n], b.near, Terms*w)
	}
}
