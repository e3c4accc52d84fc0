package network

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/internal/agents/network/kernel"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/safefile"
)

// Network is a description with weights. It is immutable and safe for concurrent use.
type Network struct {
	d       Description
	tensors []safetensors.Tensor // of all layers and heads, in order
	layers  []matrix
	heads   []affine
	scales  []float32 // [inputs]

	stack *Stack    // nil unless the description has a stack of cards; there are then no layers and heads
	cards []float32 // its weights
}

// matrix is a layer as a matrix and a bias.
type matrix struct {
	out, width int       // width is kernel.Width(out)
	bias       []float32 // [out]
	columns    []float32 // [in, width], the transposed matrix; each row is padded with zeros after out
	blocks     []Block
	through    []Span
	cards      *Cards    // nil unless the layer has a part of cards; it then has no columns
	filters    []float32 // the weights of cards and their bias
}

// affine is the matrix and the bias of a head.
type affine struct {
	in, out int
	rows    []float32 // [out, in], as in the file
	bias    []float32 // [out]
}

// The suffixes of tensor names, and the metadata key of the description.
const (
	weightSuffix   = ".weight"
	biasSuffix     = ".bias"
	descriptionKey = "rummygym"
)

// New returns the network of a description with the given weights, which it copies.
// The error names the tensor that is missing, has the wrong shape, is not in the description,
// or has a number that is not finite or so large that outputs could be infinite for an
// observation whose entries are at most [MaxEntry].
func New(d Description, weights []safetensors.Tensor) (*Network, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("network: description: %w", err)
	}
	n := &Network{d: d}
	for i := range d.Inputs {
		n.scales = d.Inputs[i].Divisors(n.scales)
	}
	file := safetensors.File{Tensors: weights}
	for _, t := range d.Tensors() {
		data, err := take(&file, t.Name, t.Shape...)
		if err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
		t.Data = data
		n.tensors = append(n.tensors, t)
	}
	if len(weights) != len(n.tensors) {
		return nil, fmt.Errorf("network: %s", n.tooMany(weights))
	}
	in, rest := len(n.scales), n.tensors
	bound := bounder{network: n}
	if err := bound.inputs(); err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	if d.Stack != nil {
		n.stack = d.NewStack()
		n.cards = make([]float32, n.stack.Size())
		n.stack.load(n.cards, n.tensors)
		if err := bound.stack(); err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
		return n, nil
	}
	for i, l := range d.Layers {
		m := newMatrix(in, l.Size)
		if m.cards = d.Cards(i); m.cards != nil {
			m.filters = append(transposed(rest[0].Data, m.cards.Filters, m.cards.Inputs(), m.cards.Filters), rest[1].Data...)
			rest = rest[2:]
			if err := bound.cards("layer "+l.Name, &m, len(n.tensors)-len(rest)); err != nil {
				return nil, fmt.Errorf("network: %w", err)
			}
			n.layers, in = append(n.layers, m), l.Size
			continue
		}
		if len(l.Parts) == 0 {
			m.columns, m.bias, rest = transposed(rest[0].Data, l.Size, in, m.width), rest[1].Data, rest[2:]
		} else {
			rest = m.unroll(d.Unroll(i), rest)
		}
		if err := bound.layer("layer "+l.Name, m.columns, m.bias, l.Size, m.width, 1, len(n.tensors)-len(rest)); err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
		if l.Activation == Tanh && len(l.Parts) == 0 {
			for o, y := range bound.bound {
				bound.bound[o] = min(y, 1)
			}
		}
		n.layers, in = append(n.layers, m), l.Size
	}
	after := bound.bound // all heads follow the last layer
	for _, h := range d.Heads {
		a := affine{in, h.Size, rest[0].Data, rest[1].Data}
		n.heads, rest = append(n.heads, a), rest[2:]
		bound.bound = after
		if err := bound.layer("head "+h.Name, a.rows, a.bias, a.out, 1, a.in, len(n.tensors)-len(rest)); err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
	}
	return n, nil
}

// newMatrix returns a matrix without entries.
func newMatrix(in, out int) matrix {
	m := matrix{out: out, width: kernel.Width(out)}
	m.blocks = []Block{{Span{0, in}, Span{0, m.width}}}
	return m
}

// unroll sets the matrix to a layer with parts, whose tensors come first. It returns the
// other tensors.
func (m *matrix) unroll(u *Unrolled, tensors []safetensors.Tensor) []safetensors.Tensor {
	var weights []float32
	for len(weights) < u.Weights {
		weights, tensors = append(weights, tensors[0].Data...), tensors[1:]
	}
	m.bias, m.columns = make([]float32, u.Size), make([]float32, u.Inputs*m.width)
	m.blocks, m.through = u.Blocks, u.Through
	for t := range u.Ties() {
		switch {
		case t.Weight < 0:
			m.columns[t.Input*m.width+t.Output] = 1
		case t.Input == u.Inputs:
			m.bias[t.Output] = weights[t.Weight]
		default:
			m.columns[t.Input*m.width+t.Output] = weights[t.Weight]
		}
	}
	return tensors
}

// take returns a copy of the data of a tensor, which must have the given shape.
func take(f *safetensors.File, name string, shape ...int) ([]float32, error) {
	t := f.Find(name)
	if t == nil {
		return nil, fmt.Errorf("no tensor %q: the description needs one of shape %v", name, shape)
	}
	size := 1
	for _, s := range shape {
		size *= s
	}
	if !slices.Equal(t.Shape, shape) || len(t.Data) != size {
		return nil, fmt.Errorf("tensor %q has the shape %v: the description needs %v", name, t.Shape, shape)
	}
	for i, v := range t.Data {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("tensor %q: element %d is %v: want a finite number", name, i, v)
		}
	}
	return slices.Clone(t.Data), nil
}

// tooMany returns the message that names a tensor that is not in the description.
func (n *Network) tooMany(weights []safetensors.Tensor) string {
	known := map[string]bool{}
	for _, t := range n.tensors {
		known[t.Name] = true
	}
	for _, t := range weights {
		if !known[t.Name] {
			return fmt.Sprintf("tensor %q belongs to none of the layers and heads of the description", t.Name)
		}
	}
	return "a tensor occurs twice"
}

// transposed returns the transpose of the matrix m of shape [rows, columns]. Its shape is
// [columns, width]; entries after the first rows of each row are 0.
func transposed(m []float32, rows, columns, width int) []float32 {
	t := make([]float32, columns*width)
	for r := range rows {
		for c := range columns {
			t[c*width+r] = m[r*columns+c]
		}
	}
	return t
}

// Description returns the description of the network. The network owns its slices.
func (n *Network) Description() *Description { return &n.d }

// Weights returns the tensors of all layers and heads, in order. The network owns their
// data.
func (n *Network) Weights() []safetensors.Tensor { return slices.Clone(n.tensors) }

// Parameters returns the number of weights.
func (n *Network) Parameters() int {
	sum := 0
	for _, t := range n.tensors {
		sum += len(t.Data)
	}
	return sum
}

// MaxFile is the maximum size in bytes of a file that [ReadFile] reads.
const MaxFile = 1 << 28

// ReadFile reads a network from a file. It also returns the bytes of the file, whose
// digest can identify the network in results.
func ReadFile(path string) (*Network, []byte, error) {
	data, err := safefile.ReadAll(path, MaxFile)
	if err != nil {
		return nil, nil, err
	}
	n, err := Decode(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, data, nil
}

// digestMark stands before the digest in a file: the key of the description, which is JSON
// in a string of JSON.
const digestMark = `\"digest\"`

// Decode reads a network from the contents of a file. If they have a digest, it must be
// theirs.
func Decode(data []byte) (*Network, error) {
	if err := safefile.VerifySealed(data, digestMark); err != nil {
		return nil, fmt.Errorf("network: %w: copy it again from an intact source; a program that changes weights has to remove \"digest\" from the description", err)
	}
	f, err := safetensors.Decode(data)
	if err != nil {
		return nil, err
	}
	text, ok := f.Metadata[descriptionKey]
	if !ok {
		return nil, errors.New("network: the metadata has no key " + descriptionKey + ": the file holds weights without a description of the network")
	}
	d, err := parseDescription(text)
	if err != nil {
		return nil, fmt.Errorf("network: description: %w", err)
	}
	return New(*d, f.Tensors)
}

// Append appends the contents of a file of the network to dst, with their digest. Equal
// networks give equal bytes.
func (n *Network) Append(dst []byte) ([]byte, error) {
	made, err := n.append(dst, safefile.Placeholder)
	if err != nil {
		return dst, err
	}
	if err := safefile.Seal(made[len(dst):]); err != nil {
		return dst, fmt.Errorf("network: %w", err)
	}
	return made, nil
}

// Sum returns the SHA-256, in hexadecimal, of the file of the network as it is without the
// digest: equal sums mean equal descriptions and weights.
func (n *Network) Sum() (string, error) {
	data, err := n.append(nil, "")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// append appends the contents of a file with the given digest, or none if it is empty.
func (n *Network) append(dst []byte, digest string) ([]byte, error) {
	text, err := json.Marshal(described{digest, n.d})
	if err != nil {
		return dst, fmt.Errorf("network: %w", err)
	}
	return safetensors.Append(dst, &safetensors.File{Metadata: map[string]string{descriptionKey: string(text)}, Tensors: n.tensors})
}
