package network

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/internal/agents/network/kernel"
)

// Ace says which cards are the neighbours of an ace in a part of cards.
type Ace string

// The neighbours of an ace.
const (
	AceLow  Ace = "low"  // the two
	AceBoth Ace = "both" // the two on one side and the king on the other
)

// Terms is the number of sums over the neighbours of a card that a filter of a part of cards weighs.
const Terms = 4

// Cards is a layer with a part of cards, all of whose other parts pass an input through. The part
// takes inputs with one entry for each suited card, suit after suit, and perhaps one for the printed
// joker. All cards share its weights, those of a filter f being, for channel c,
//
//	weight[f, c, 0]   of the card itself
//	weight[f, c, 1]   of the sum over its neighbours in its suit
//	weight[f, c, 2]   of the sum over the cards two ranks away in its suit
//	weight[f, c, 3]   of the sum over the cards of its rank in other suits
//
// The joker has no neighbours. The output has the shape [cards, filters]. With Sum it has the shape
// [ranks, filters]: the sums over the suits, after the activation, which do not change if the suits are
// relabelled. The joker then stands after the ranks.
type Cards struct {
	Filters, Channels int

	sum     bool
	places  int      // cards of a channel
	output  int      // first output of the part
	through []int32  // by input, the output to which it passes through, or -1
	channel []int32  // by input, its channel, or -1
	place   []int32  // by input, its place in its channel
	near    [][]near // by place, the terms of which its entry is a part
	suits   []int32  // begins of the suits in the filters at all cards
	rows    []int32  // 0, 1, 2, ...: the terms, and the cards
}

// near is a term of a place.
type near struct{ place, term int }

// ones are the factors of sums.
var ones = slices.Repeat([]float32{1}, card.NumKinds)

// isOfCards reports whether the part is one of cards.
func (p *Part) isOfCards() bool { return p.Ace != "" || p.Sum }

// cards returns the inputs of a shape that a part of cards takes: a place for each suited card, and
// perhaps one for the printed joker. Otherwise it returns 0.
func cards(s *source) int {
	if n := s.size(); n == card.NumSuited || n == card.NumKinds {
		return n
	}
	return 0
}

// cardsOutput returns the shape of the output of a part of cards over inputs of the given number of places.
func (p *Part) cardsOutput(places int) []int {
	switch {
	case p.Sum:
		return []int{card.NumRanks + places - card.NumSuited, p.Filters}
	default:
		return []int{places, p.Filters}
	}
}

// validateCards returns an error if a part of cards is not valid. The names of its inputs are.
func (p *Part) validateCards(ins []source) error {
	switch {
	case p.Ace != AceLow && p.Ace != AceBoth:
		return fmt.Errorf("ace %q: want %q or %q for a part of cards", p.Ace, AceLow, AceBoth)
	case p.Filters < 1 || p.Filters > maxSize || p.Filters%kernel.Lanes > 0 || len(p.Kernel) > 0:
		return fmt.Errorf("%d filters and the kernel %v: want a multiple of %d up to %d, and no kernel, for a part of cards", p.Filters, p.Kernel, kernel.Lanes, maxSize)
	}
	for i := range ins {
		switch {
		case cards(&ins[i]) == 0 || cards(&ins[i]) != cards(&ins[0]):
			return fmt.Errorf("the input %s has the shape %v: want inputs with %d entries, or all with %d, for a part of cards", ins[i].name, ins[i].shape, card.NumSuited, card.NumKinds)
		case slices.ContainsFunc(ins[:i], func(o source) bool { return o.name == ins[i].name }):
			return fmt.Errorf("the input %s is stacked twice: want each once", ins[i].name)
		}
	}
	return nil
}

// validateCardsLayer returns an error if layer i has a part of cards that cannot be there.
func (d *Description) validateCardsLayer(i int) error {
	parts := d.Layers[i].Parts
	k := slices.IndexFunc(parts, func(p Part) bool { return p.isOfCards() })
	for o := range parts {
		if k >= 0 && (i > 0 || o != k && !parts[o].through()) {
			return fmt.Errorf("layer %s: part %s beside the part %s of cards: want such a part in the first layer only, and all other parts there to pass inputs through", d.Layers[i].Name, parts[o].Name, parts[k].Name)
		}
	}
	return nil
}

// Cards returns layer i if it has a part of cards, otherwise nil. The description must be valid.
func (d *Description) Cards(i int) *Cards {
	l := &d.Layers[i]
	if !slices.ContainsFunc(l.Parts, func(p Part) bool { return p.isOfCards() }) {
		return nil
	}
	sources, n := d.sources(i), d.InputSize()
	c := &Cards{through: slices.Repeat([]int32{-1}, n), channel: slices.Repeat([]int32{-1}, n), place: make([]int32, n)}
	at := 0
	for k := range l.Parts {
		p := &l.Parts[k]
		ins := p.stack(sources)
		for channel := range ins {
			for j := range ins[channel].size() {
				if in := ins[channel].at + j; p.isOfCards() {
					c.channel[in], c.place[in] = int32(channel), int32(j)
				} else {
					c.through[in] = int32(at + j)
				}
			}
		}
		out := p.output(sources)
		if p.isOfCards() {
			c.Filters, c.Channels, c.sum, c.places, c.output = p.Filters, len(ins), p.Sum, ins[0].size(), at
			c.near = neighbours(c.places, p.Ace)
		}
		at += out.size()
	}
	for i := range max(c.Inputs(), c.places) {
		c.rows = append(c.rows, int32(i))
	}
	for s := range card.NumSuits {
		c.suits = append(c.suits, int32(s*card.NumRanks*c.Filters))
	}
	return c
}

// neighbours returns the terms of each of a number of places, of which a place is a part.
func neighbours(places int, ace Ace) [][]near {
	all := make([][]near, places)
	for i := range places {
		all[i] = []near{{i, 0}}
		if i == card.NumSuited {
			continue // the printed joker
		}
		suit, rank := i/card.NumRanks, i%card.NumRanks
		for o := range card.NumRanks {
			distance := max(o-rank, rank-o)
			if ace == AceBoth && min(o, rank) == 0 && distance > 2 {
				distance = card.NumRanks - max(o, rank)
			}
			if distance == 1 || distance == 2 {
				all[i] = append(all[i], near{suit*card.NumRanks + o, distance})
			}
		}
		for o := range card.NumSuits {
			if o != suit {
				all[i] = append(all[i], near{o*card.NumRanks + rank, 3})
			}
		}
	}
	return all
}

// Outputs returns the range of the part's outputs.
func (c *Cards) Outputs() Span {
	n := c.Hidden()
	if c.sum {
		n -= (card.NumSuits - 1) * card.NumRanks * c.Filters
	}
	return Span{c.output, c.output + n}
}

// Inputs returns the number of terms that a filter weighs.
func (c *Cards) Inputs() int { return c.Channels * Terms }

// Scratch returns the size of the memory for the terms.
func (c *Cards) Scratch() int { return c.places * c.Inputs() }

// Hidden returns the size of the memory for the filters at all cards.
func (c *Cards) Hidden() int { return c.places * c.Filters }

// terms sets scratch to all terms of the inputs that are not 0. That of a channel is at place*down+(channel*Terms+term)*across.
func (c *Cards) terms(scratch []float32, index []int32, values []float32, down, across int) {
	clear(scratch)
	for k, i := range index {
		if c.channel[i] < 0 {
			continue
		}
		v, at := values[k], int(c.channel[i])*Terms*across
		for _, to := range c.near[c.place[i]] {
			scratch[at+to.place*down+to.term*across] += v
		}
	}
}

// Filter sets hidden to the filters at all cards, before the activation, and the outputs y of the layer to
// the inputs that pass through. index and values are those of the inputs that are not 0. The weights have the
// shape [Inputs(), Filters], the bias follows.
func (c *Cards) Filter(y, hidden, scratch []float32, index []int32, values, weights []float32) {
	clear(y)
	for k, i := range index {
		if out := c.through[i]; out >= 0 {
			y[out] = values[k]
		}
	}
	n := c.Inputs()
	c.terms(scratch, index, values, n, 1)
	bias := weights[n*c.Filters:][:c.Filters]
	for p := range c.places {
		h := hidden[p*c.Filters:][:c.Filters]
		copy(h, bias)
		kernel.Sum(h, c.rows[:n], scratch[p*n:][:n], weights, c.Filters)
	}
}

// Pool sets the part's entries of the outputs y to the filters in hidden or, with Sum, to their sums over the suits.
func (c *Cards) Pool(y, hidden []float32) {
	y = y[c.output:]
	if c.sum {
		n := card.NumRanks * c.Filters
		clear(y[:n])
		kernel.Sum(y[:n], c.suits, ones[:card.NumSuits], hidden, 1)
		y, hidden = y[n:], hidden[card.NumSuits*n:]
	}
	copy(y, hidden)
}

// Spread sets hidden to the gradient with respect to the filters at all cards, given that with
// respect to the outputs y of the layer. It is Pool backwards.
func (c *Cards) Spread(hidden, y []float32) {
	y = y[c.output:]
	if c.sum {
		n := card.NumRanks * c.Filters
		for range card.NumSuits {
			copy(hidden, y[:n])
			hidden = hidden[n:]
		}
		y = y[n:]
	}
	copy(hidden, y)
}

// Gradient adds to gradient, of the shape of the weights with the bias, the gradient for one observation. hidden is the
// gradient with respect to the filters at all cards.
func (c *Cards) Gradient(gradient, hidden, scratch []float32, index []int32, values []float32) {
	c.terms(scratch, index, values, 1, c.places)
	n := c.Inputs()
	for k := range n + 1 {
		factors := ones
		if k < n {
			factors = scratch[k*c.places:]
		}
		kernel.Sum(gradient[k*c.Filters:][:c.Filters], c.rows[:c.places], factors[:c.places], hidden, c.Filters)
	}
}

// OverCards returns a layer with a part of cards with the given number of filters, summed over the
// suits, over all inputs with one entry for each card; all other inputs pass through. It returns false if
// there is no such input.
func OverCards(inputs []Input, filters int, ace Ace) (Layer, bool) {
	sources := (&Description{Inputs: inputs}).sources(0)
	of := Part{Name: "cards", Filters: filters, Ace: ace, Sum: true}
	var through []Part
	for i := range sources {
		switch s := &sources[i]; {
		case cards(s) == 0:
			through = append(through, Part{Name: s.name, Input: s.name})
		case of.Input == "":
			of.Input = s.name
		default:
			of.Stack = append(of.Stack, s.name)
		}
	}
	if of.Input == "" {
		return Layer{}, false
	}
	l := Layer{Name: "suits", Activation: ReLU, Parts: append([]Part{of}, through...)}
	for k := range l.Parts {
		out := l.Parts[k].output(sources)
		l.Size += out.size()
	}
	return l, true
}
