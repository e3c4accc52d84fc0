package network

import (
	"fmt"
	"slices"

	"rummygym/internal/agents/network/safetensors"
)

// Part is a part of a layer: a convolution over one of the layer's inputs, a filter that all cards
// share ([Cards]), or an input unchanged. The convolution is that of PyTorch's Conv2d with stride 1 and no padding, for
// filters f, channels c, and places (i, j) of the kernel:
//
//	output[f, y, x] = bias[f] + Σ weight[f, c, i, j] * input[c, y+i, x+j]
//
// Its input has the shape [channels, rows, columns], or [rows, columns] for one channel, or
// [columns] for one channel of one row; its output has the shape [filters, rows, columns].
type Part struct {
	Name    string   `json:"name"`
	Input   string   `json:"input"`             // in the first layer an input of the network, otherwise a part of the layer before
	Stack   []string `json:"stack,omitempty"`   // more inputs with the rows and columns of Input, whose channels follow its own
	Filters int      `json:"filters,omitempty"` // 0 passes the input through
	Kernel  []int    `json:"kernel,omitempty"`  // rows and columns; none passes the input through
	Ace     Ace      `json:"ace,omitempty"`     // of a part of cards instead of a convolution, see [Cards]
	Sum     bool     `json:"sum,omitempty"`     // of a part of cards: its outputs are the sums over the suits
}

// through reports whether the part passes its input through.
func (p *Part) through() bool { return p.Filters == 0 && len(p.Kernel) == 0 && !p.isOfCards() }

// Equal reports whether both layers are the same.
func (l Layer) Equal(o Layer) bool {
	return l.Name == o.Name && l.Size == o.Size && l.Activation == o.Activation && slices.EqualFunc(l.Parts, o.Parts, func(p, q Part) bool {
		return p.Name == q.Name && p.Input == q.Input && p.Filters == q.Filters && p.Ace == q.Ace && p.Sum == q.Sum && slices.Equal(p.Stack, q.Stack) && slices.Equal(p.Kernel, q.Kernel)
	})
}

// source is what a part can take: an input of the network, or the output of a part.
type source struct {
	name  string
	shape []int
	at    int // index of its first entry among the inputs of the layer
}

// size returns the number of entries.
func (s *source) size() int {
	n := 1
	for _, k := range s.shape {
		n *= k
	}
	return n
}

// image returns the shape as channels, rows and columns.
func (s *source) image() (channels, rows, columns int) { return image(s.shape) }

// image returns a shape as channels, rows and columns, of which 1 stand before the dimensions of
// a shape with fewer than three. All dimensions before the last two are channels.
func image(shape []int) (channels, rows, columns int) {
	channels, rows, columns = 1, 1, 1
	n := len(shape)
	if n > 0 {
		columns = shape[n-1]
	}
	if n > 1 {
		rows = shape[n-2]
	}
	for _, k := range shape[:max(0, n-2)] {
		channels *= k
	}
	return channels, rows, columns
}

// sources returns what the parts of layer i can take: the inputs of the network or the
// parts of the layer before. All layers before must be valid.
func (d *Description) sources(i int) []source {
	var all []source
	at := 0
	if i == 0 {
		for k := range d.Inputs {
			all = append(all, source{d.Inputs[k].Name, d.Inputs[k].Shape, at})
			at += d.Inputs[k].Size()
		}
		return all
	}
	before := d.sources(i - 1)
	for k := range d.Layers[i-1].Parts {
		p := &d.Layers[i-1].Parts[k]
		out := p.output(before)
		out.at = at
		at += out.size()
		all = append(all, out)
	}
	return all
}

// named returns the source of that name, or nil.
func named(all []source, name string) *source {
	i := slices.IndexFunc(all, func(s source) bool { return s.name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// stack returns the sources of a valid part: that of Input, and those of Stack.
func (p *Part) stack(all []source) []source {
	ins := []source{*named(all, p.Input)}
	for _, name := range p.Stack {
		ins = append(ins, *named(all, name))
	}
	return ins
}

// channels returns the number of channels of all sources together.
func channels(ins []source) int {
	n := 0
	for i := range ins {
		k, _, _ := ins[i].image()
		n += k
	}
	return n
}

// output returns the output of a valid part, as a source at 0.
func (p *Part) output(all []source) source {
	in := named(all, p.Input)
	if p.through() {
		return source{name: p.Name, shape: in.shape}
	}
	if p.isOfCards() {
		return source{name: p.Name, shape: p.cardsOutput(in.size())}
	}
	_, rows, columns := in.image()
	return source{name: p.Name, shape: []int{p.Filters, rows - p.Kernel[0] + 1, columns - p.Kernel[1] + 1}}
}

// validate returns an error if the part cannot take any of the sources.
func (p *Part) validate(all []source) error {
	for _, name := range append([]string{p.Input}, p.Stack...) {
		if named(all, name) == nil {
			names := make([]string, len(all))
			for i, s := range all {
				names[i] = s.name
			}
			return fmt.Errorf("input %q: want one of %q, the inputs of the network or the parts of the layer before", name, names)
		}
	}
	switch {
	case p.through() && len(p.Stack) == 0:
		return nil
	case p.isOfCards():
		return p.validateCards(p.stack(all))
	case p.Filters < 1 || p.Filters > maxSize || len(p.Kernel) != 2:
		return fmt.Errorf("%d filters and the kernel %v over %d inputs: want 1 to %d filters and a kernel of rows and columns, or neither to pass one input through",
			p.Filters, p.Kernel, 1+len(p.Stack), maxSize)
	}
	ins := p.stack(all)
	for i := range ins {
		in := &ins[i]
		if len(in.shape) < 1 || len(in.shape) > 3 {
			return fmt.Errorf("the input %s has the shape %v: a convolution wants [columns], [rows, columns] or [channels, rows, columns]", in.name, in.shape)
		}
		_, wantRows, wantColumns := ins[0].image()
		_, rows, columns := in.image()
		switch {
		case rows != wantRows || columns != wantColumns:
			return fmt.Errorf("the input %s has %d rows and %d columns, and %s has %d and %d: want inputs of one size", in.name, rows, columns, p.Input, wantRows, wantColumns)
		case slices.ContainsFunc(ins[:i], func(o source) bool { return o.name == in.name }):
			return fmt.Errorf("the input %s is stacked twice: want each once", in.name)
		case min(p.Kernel[0], p.Kernel[1]) < 1 || p.Kernel[0] > rows || p.Kernel[1] > columns:
			return fmt.Errorf("the kernel %v does not fit the input %s: want 1 to %d rows and 1 to %d columns", p.Kernel, in.name, rows, columns)
		}
	}
	return nil
}

// validateParts returns an error that names the first invalid part of layer i, which has
// parts and the given number of inputs. name checks the name and the size of a part.
func (d *Description) validateParts(i, inputs int, name func(kind, name string, size int) error) error {
	l := &d.Layers[i]
	if len(l.Parts) > maxParts || l.Size > maxMatrix/inputs {
		return fmt.Errorf("layer %s: %d parts and a matrix of %d by %d: want at most %d parts and %d entries", l.Name, len(l.Parts), inputs, l.Size, maxParts, maxMatrix)
	}
	sources, size := d.sources(i), 0
	for k := range l.Parts {
		p := &l.Parts[k]
		if p.Name == "" {
			return fmt.Errorf("layer %s: part %d has no name: want one", l.Name, k)
		}
		if err := p.validate(sources); err != nil {
			return fmt.Errorf("layer %s: part %s: %w", l.Name, p.Name, err)
		}
		out := p.output(sources)
		if err := name("part", l.Name+"."+p.Name, out.size()); err != nil {
			return err
		}
		size += out.size()
	}
	if err := d.validateCardsLayer(i); err != nil {
		return err
	}
	if size != l.Size {
		return fmt.Errorf("layer %s has size %d: want %d, the sum of its parts", l.Name, l.Size, size)
	}
	return nil
}

// Tensors returns the names and shapes of the weights, in order, without their data. The
// description must be valid.
func (d *Description) Tensors() []safetensors.Tensor {
	var all []safetensors.Tensor
	add := func(name string, shape ...int) {
		all = append(all, safetensors.Tensor{Name: name + weightSuffix, Shape: shape}, safetensors.Tensor{Name: name + biasSuffix, Shape: shape[:1]})
	}
	if d.Stack != nil {
		d.stackTensors(add)
		return all
	}
	in := d.InputSize()
	for i, l := range d.Layers {
		if len(l.Parts) == 0 {
			add(l.Name, l.Size, in)
		}
		for k := range l.Parts {
			switch p := &l.Parts[k]; {
			case p.isOfCards():
				add(l.Name+"."+p.Name, p.Filters, 1+len(p.Stack), Terms)
			case !p.through():
				add(l.Name+"."+p.Name, p.Filters, channels(p.stack(d.sources(i))), p.Kernel[0], p.Kernel[1])
			}
		}
		in = l.Size
	}
	for _, h := range d.Heads {
		add(h.Name, h.Size, in)
	}
	return all
}

// Sides of the kernels of [DualInception].
var inceptionSides = []int{2, 3, 4}

// DualInception returns the layers of the network of that name in truong2021datadriven
// ("Offensive Score", Figure 3a): over each input of the shape [rows, columns] three
// convolutions with kernels 2×2, 3×3 and 4×4 and the given number of filters each, beside
// them all other inputs unchanged; then 16 outputs with ReLU. The network has 4 filters in
// most experiments, and 16 in one. The inputs are hand_matrix, belief_matrix and macros.
func DualInception(inputs []Input, filters int) []Layer {
	inception := Layer{Name: "inception", Activation: ReLU}
	for _, in := range inputs {
		if len(in.Shape) != 2 {
			inception.Parts = append(inception.Parts, Part{Name: in.Name, Input: in.Name})
			continue
		}
		for _, side := range inceptionSides {
			inception.Parts = append(inception.Parts, Part{
				Name: fmt.Sprintf("%s_%dx%d", in.Name, side, side), Input: in.Name, Filters: filters, Kernel: []int{side, side}})
		}
	}
	sources := (&Description{Inputs: inputs}).sources(0)
	for i := range inception.Parts {
		p := &inception.Parts[i]
		out := p.output(sources)
		inception.Size += out.size()
	}
	return append([]Layer{inception}, MLP(16)...)
}

// MLP returns layers of the given sizes, with ReLU, named layer1, layer2 and so on. The
// networks MLP and MLP-i of truong2021datadriven (Figure 3b and c) have one of size 16;
// their inputs are hand_matrix, belief_matrix and macros, or macros, belief_matrix and
// interactions.
func MLP(sizes ...int) []Layer {
	var all []Layer
	for i, n := range sizes {
		all = append(all, Layer{Name: fmt.Sprint("layer", i+1), Size: n, Activation: ReLU})
	}
	return all
}
