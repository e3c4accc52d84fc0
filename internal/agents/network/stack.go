package network

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/internal/agents/network/kernel"
	"rummygym/internal/agents/network/safetensors"
)

// CardStack describes a network all of whose layers share their weights over cards. It takes the place of layers, and observations in
// planes of cards: two inputs of the shapes [K, F] and [G], of K kinds of cards and G numbers that belong to no card. It computes
//
//	x_k+1[card] = relu(bias + Σ weight · terms of x_k at the card + Σ weight · numbers), in Rounds rounds from x_0, the planes
//	pooled      = relu(bias + Σ weight · mean of the last x over the cards + Σ weight · numbers)
//
// The terms are those of a part of [Cards]: the card itself, its neighbours, the cards two ranks away, those of its rank. Every head is a
// matrix and a bias on pooled. In a head with a [CardHead] the logit of an action that chooses a card is instead a score of this card,
// which is linear in its last x; so is what the card on top adds to the logit of taking it.
type CardStack struct {
	Width  int `json:"width"`  // entries of x at each card, a multiple of kernel.Lanes
	Rounds int `json:"rounds"` // at least 1
	Pooled int `json:"pooled"` // entries of pooled, a multiple of kernel.Lanes
	Ace    Ace `json:"ace"`    // the neighbours of an ace
}

// String returns the description in words.
func (s *CardStack) String() string {
	if s == nil {
		return "layers, no stack of cards"
	}
	return fmt.Sprintf("a stack of cards with %d rounds of width %d, then %d, ace %s", s.Rounds, s.Width, s.Pooled, s.Ace)
}

// CardHead says which logits of a head have to do with cards.
type CardHead struct {
	First []int `json:"first"` // first actions of groups: action First[g]+card chooses the card with that index
	Take  int   `json:"take"`  // the action that takes the card on top of the pile
	Top   int   `json:"top"`   // the plane that is not 0 at this card
}

// cardsSuffix follows the name of a head in the names of the tensors of its cards.
const cardsSuffix = ".cards"

// The limits of a stack.
const (
	maxWidth  = 1 << 10
	maxRounds = 16
)

// validateStack returns an error that names the first invalid part of a stack and its heads.
func (d *Description) validateStack() error {
	s := d.Stack
	switch {
	case len(d.Layers) > 0:
		return fmt.Errorf("%d layers beside a stack of cards: want none", len(d.Layers))
	case len(d.Inputs) != 2 || len(d.Inputs[0].Shape) != 2 || len(d.Inputs[1].Shape) != 1 || d.Inputs[0].Shape[0] != card.NumSuited && d.Inputs[0].Shape[0] != card.NumKinds:
		return fmt.Errorf("inputs %v: want two for a stack of cards, of the shapes [%d or %d, planes] and [numbers]", d.Inputs, card.NumSuited, card.NumKinds)
	case s.Width < 1 || s.Width > maxWidth || s.Width%kernel.Lanes > 0 || s.Pooled < 1 || s.Pooled > maxWidth || s.Pooled%kernel.Lanes > 0:
		return fmt.Errorf("stack of cards of width %d, %d pooled: want multiples of %d up to %d", s.Width, s.Pooled, kernel.Lanes, maxWidth)
	case s.Rounds < 1 || s.Rounds > maxRounds:
		return fmt.Errorf("stack of cards with %d rounds: want 1 to %d", s.Rounds, maxRounds)
	case s.Ace != AceLow && s.Ace != AceBoth:
		return fmt.Errorf("stack of cards with ace %q: want %q or %q", s.Ace, AceLow, AceBoth)
	}
	kinds, planes := d.Inputs[0].Shape[0], d.Inputs[0].Shape[1]
	for _, h := range d.Heads {
		if h.Cards == nil {
			continue
		}
		for _, first := range h.Cards.First {
			if first < 0 || first > h.Size-kinds {
				return fmt.Errorf("head %s: %d cards from action %d: want actions below %d", h.Name, kinds, first, h.Size)
			}
		}
		if c := h.Cards; len(c.First) > maxParts || c.Take < 0 || c.Take >= h.Size || c.Top < 0 || c.Top >= planes {
			return fmt.Errorf("head %s: action %d takes the card of plane %d: want an action below %d and a plane below %d", h.Name, c.Take, c.Top, h.Size, planes)
		}
	}
	return nil
}

// A Stack computes a [CardStack] and its heads, forward and backward. Its weights lie in one slice, in the order of the file: those of each
// round with the bias, those of pooled, and those of the heads, each followed by that of its cards. Weight (o, i) of output o and input
// i of a tensor is at i*outputs+o for the rounds and pooled, as in the file for heads. A Stack is immutable, so that its users can share it.
type Stack struct {
	kinds, planes, numbers int
	width, pooled, outputs int

	rounds []stackRound
	pool   int // begin of the weights of pooled
	heads  []stackHead
	size   int // of the weights

	all  []int32   // 0, 1, 2, ..., as many as cards and entries at a card
	each []float32 // 1/kinds, once for each card
	near []nears
}

// stackRound is where the weights of a round lie: [channels*Terms+numbers, width], then the bias.
type stackRound struct{ channels, from int }

// numbers and bias return the begins of the weights of numbers and of the bias.
func (r *stackRound) numbers(s *Stack) int { return r.from + r.channels*Terms*s.width }
func (r *stackRound) bias(s *Stack) int    { return r.numbers(s) + s.numbers*s.width }

// stackHead is where the weights of a head lie: [size, pooled] and a bias, and [groups+1, width] and a bias if it has cards.
type stackHead struct {
	*Head
	output           int // the first
	from, bias       int
	cards, cardsBias int
}

// nears are the cards of the terms of a card: row card*Terms+term of a matrix, all terms one after the other; and those of each term.
type nears struct {
	rows  []int32
	terms [Terms][]int32
}

// NewStack returns the computation of the description, which must be valid and have a stack.
func (d *Description) NewStack() *Stack {
	s := &Stack{
		kinds: d.Inputs[0].Shape[0], planes: d.Inputs[0].Shape[1], numbers: d.Inputs[1].Shape[0], width: d.Stack.Width, pooled: d.Stack.Pooled,
	}
	take := func(n int) int {
		s.size += n
		return s.size - n
	}
	channels := s.planes
	for range d.Stack.Rounds {
		s.rounds = append(s.rounds, stackRound{channels, take((channels*Terms + s.numbers + 1) * s.width)})
		channels = s.width
	}
	s.pool = take((s.width + s.numbers + 1) * s.pooled)
	for i := range d.Heads {
		h := stackHead{Head: &d.Heads[i], output: s.outputs, from: take(d.Heads[i].Size * s.pooled), bias: take(d.Heads[i].Size)}
		if h.Cards != nil {
			n := len(h.Cards.First) + 1
			h.cards, h.cardsBias = take(n*s.width), take(n)
		}
		s.heads, s.outputs = append(s.heads, h), s.outputs+h.Size
	}
	for i := range max(s.kinds, s.width) {
		s.all = append(s.all, int32(i))
	}
	s.each = slices.Repeat([]float32{1 / float32(s.kinds)}, s.kinds)
	for _, near := range neighbours(s.kinds, d.Stack.Ace) {
		var n nears
		for _, of := range near {
			n.rows = append(n.rows, int32(of.place*Terms+of.term))
			n.terms[of.term] = append(n.terms[of.term], int32(of.place))
		}
		s.near = append(s.near, n)
	}
	return s
}

// Size returns the number of weights, and Outputs that of the outputs of all heads together.
func (s *Stack) Size() int    { return s.size }
func (s *Stack) Outputs() int { return s.outputs }

// Placed is where a tensor of a stack lies among its weights: weight (o, i) at From+i*Down+o*Across, bias o at Bias+o.
type Placed struct{ From, Down, Across, Bias int }

// Tensors returns where the tensors of the description lie, one for each pair of a weight and a bias.
func (s *Stack) Tensors() []Placed {
	var all []Placed
	for i := range s.rounds {
		r := &s.rounds[i]
		all = append(all, Placed{r.from, s.width, 1, r.bias(s)})
	}
	all = append(all, Placed{s.pool, s.pooled, 1, s.pool + (s.width+s.numbers)*s.pooled})
	for i := range s.heads {
		h := &s.heads[i]
		all = append(all, Placed{h.from, 1, s.pooled, h.bias})
		if h.Cards != nil {
			all = append(all, Placed{h.cards, 1, s.width, h.cardsBias})
		}
	}
	return all
}

// load sets the weights to tensors in the order of the description.
func (s *Stack) load(weights []float32, tensors []safetensors.Tensor) {
	for k, p := range s.Tensors() {
		w, bias := &tensors[2*k], tensors[2*k+1].Data
		in := w.Shape[1]
		for o := range bias {
			for i := range in {
				weights[p.From+i*p.Down+o*p.Across] = w.Data[o*in+i]
			}
		}
		copy(weights[p.Bias:], bias)
	}
}

// head returns the part of the outputs that is a head.
func (s *Stack) head(outputs []float32, i int) []float32 {
	return outputs[s.heads[i].output:][:s.heads[i].Size]
}

// stackTensors calls add for the tensors of a stack.
func (d *Description) stackTensors(add func(name string, shape ...int)) {
	in, numbers, width := d.Inputs[0].Shape[1], d.Inputs[1].Shape[0], d.Stack.Width
	for k := range d.Stack.Rounds {
		add(fmt.Sprint("round", k), width, in*Terms+numbers)
		in = width
	}
	add("pooled", d.Stack.Pooled, width+numbers)
	for _, h := range d.Heads {
		add(h.Name, h.Size, d.Stack.Pooled)
		if h.Cards != nil {
			add(h.Name+cardsSuffix, len(h.Cards.First)+1, width)
		}
	}
}

// Seen is what a stack keeps of one observation for the gradient.
type Seen struct {
	index  []int32 // the entries that are not 0: first the planes of each card, then numbers
	values []float32
	begins []int32     // by card, of its entries; then of the numbers
	y      [][]float32 // by round, [kinds, width] after it
	mean   []float32   // of the last over the cards
	pooled []float32
}

// card returns the planes of a card that are not 0.
func (e *Seen) card(c int) ([]int32, []float32) {
	from, to := e.begins[c], e.begins[c+1]
	return e.index[from:to], e.values[from:to]
}

// numbers returns the numbers that are not 0.
func (e *Seen) numbers() ([]int32, []float32) {
	from := e.begins[len(e.begins)-1]
	return e.index[from:], e.values[from:]
}

// NewSeen returns memory for one observation.
func (s *Stack) NewSeen() *Seen {
	e := &Seen{begins: make([]int32, s.kinds+1), mean: make([]float32, s.width), pooled: make([]float32, s.pooled)}
	for range s.rounds {
		e.y = append(e.y, make([]float32, s.kinds*s.width))
	}
	return e
}

// Workspace is memory for one call of [Stack.Forward] or [Stack.Backward].
type Workspace struct {
	terms  []float32 // [kinds, Terms, width]
	index  []int32
	list   []float32
	scores []float32

	y, near      []float32 // [kinds, width], [kinds, Terms, width]: gradients
	pooled, sum  []float32
	zeros, value []float32
	counts       []int     // by channel, the number of cards
	cards        []int32   // [channels, kinds]
	values       []float32 // [channels, kinds]
}

// NewWorkspace returns memory for Forward and, if backward is true, Backward.
func (s *Stack) NewWorkspace(backward bool) *Workspace {
	n, most := s.kinds*Terms*s.width, kernel.Width(max(s.width, s.outputs))
	b := &Workspace{terms: make([]float32, n), index: make([]int32, most), list: make([]float32, most), scores: make([]float32, maxParts+1)}
	if !backward {
		return b
	}
	b.y, b.near, b.pooled, b.sum = make([]float32, s.kinds*s.width), make([]float32, n), make([]float32, s.pooled), make([]float32, s.width)
	b.zeros, b.value = make([]float32, s.width), make([]float32, 1)
	channels := max(s.planes, s.width)
	b.counts, b.cards, b.values = make([]int, channels), make([]int32, channels*s.kinds), make([]float32, channels*s.kinds)
	return b
}

// nonzero lists the numbers of x that are not 0, until the next call.
func (b *Workspace) nonzero(x []float32) ([]int32, []float32) {
	n := kernel.List(b.index, b.list, x, nil)
	return b.index[:n], b.list[:n]
}

// input lists the entries before round k at a card that are not 0.
func (s *Stack) input(e *Seen, k, c int, b *Workspace) ([]int32, []float32) {
	if k == 0 {
		return e.card(c)
	}
	return b.nonzero(e.y[k-1][c*s.width:][:s.width])
}

// Forward sets out to all heads, one after the other, for an observation of which the entries index, ascending, are values and all others
// 0. It keeps values in e.
func (s *Stack) Forward(out []float32, e *Seen, b *Workspace, weights []float32, index []int32, values []float32) {
	s.see(e, index, values)
	w := s.width
	for k := range s.rounds {
		r, y := &s.rounds[k], e.y[k]
		clear(b.terms)
		for c := range s.kinds { // each term of each card on its own, then the sum of those that are near
			channels, x := s.input(e, k, c, b)
			kernel.Sum(b.terms[c*Terms*w:][:Terms*w], channels, x, weights[r.from:], Terms*w)
		}
		base := y[:w]
		copy(base, weights[r.bias(s):])
		numbers, values := e.numbers()
		kernel.Sum(base, numbers, values, weights[r.numbers(s):], w)
		for c := 1; c < s.kinds; c++ {
			copy(y[c*w:][:w], base)
		}
		s.addNear(y, b.terms)
		kernel.ReLU(y)
	}
	last := e.y[len(s.rounds)-1]
	clear(e.mean)
	kernel.Sum(e.mean, s.all[:s.kinds], s.each, last, w)
	copy(e.pooled, weights[s.pool+(w+s.numbers)*s.pooled:])
	kernel.Sum(e.pooled, s.all[:w], e.mean, weights[s.pool:], s.pooled)
	numbers, values := e.numbers()
	kernel.Sum(e.pooled, numbers, values, weights[s.pool+w*s.pooled:], s.pooled)
	kernel.ReLU(e.pooled)
	for i := range s.heads {
		h := &s.heads[i]
		to := out[h.output:][:h.Size]
		kernel.Dots(to, weights[h.from:h.bias], e.pooled, weights[h.bias:][:h.Size])
		if h.Cards == nil {
			continue
		}
		n := len(h.Cards.First) + 1
		scores := b.scores[:n]
		for c := range s.kinds {
			kernel.Dots(scores, weights[h.cards:h.cardsBias], last[c*w:][:w], weights[h.cardsBias:][:n])
			for g, first := range h.Cards.First {
				to[first+c] = scores[g]
			}
			if e.has(c, h.Cards.Top) {
				to[h.Cards.Take] += scores[n-1]
			}
		}
	}
}

// addNear adds to each card in y, [kinds, width], the terms of the cards for which it counts. Being near is mutual, so this is its own gradient.
func (s *Stack) addNear(y, terms []float32) {
	for c := range s.kinds {
		rows := s.near[c].rows
		kernel.Sum(y[c*s.width:][:s.width], rows, ones[:len(rows)], terms, s.width)
	}
}

// has reports whether a plane of a card is not 0.
func (e *Seen) has(c, plane int) bool {
	planes, _ := e.card(c)
	return slices.Contains(planes, int32(plane))
}

// see sets the entries of e.
func (s *Stack) see(e *Seen, index []int32, values []float32) {
	e.index, e.values = append(e.index[:0], index...), values
	at, begin := 0, int32(0)
	for c := range e.begins {
		e.begins[c] = int32(at)
		end := begin + int32(s.planes)
		if c == s.kinds {
			end = begin + int32(s.numbers)
		}
		for ; at < len(index) && index[at] < end; at++ {
			e.index[at] -= begin
		}
		begin = end
	}
}
