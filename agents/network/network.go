package network

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"rummygym/agents/network/kernel"
	"rummygym/agents/network/safetensors"
)

// Network is a description with weights. It is immutable and safe for concurrent use.
type Network struct {
	d      Description
	layers []affine // in the order of the description
	heads  []affine
	scales []float32 // [inputs]
}

// affine is a matrix and a bias.
type affine struct {
	in, out int
	bias    []float32 // [out]
	rows    []float32 // [out, in], as in the file
	columns []float32 // [in, width], nil for heads; each row is padded with zeros after out
	width   int       // kernel.Width(out)
}

// The suffixes of tensor names, and the metadata key of the description.
const (
	weightSuffix   = ".weight"
	biasSuffix     = ".bias"
	descriptionKey = "rummygym"
)

// New returns the network of a description with the given weights, which it copies.
// The error names the tensor that is missing, has the wrong shape, or is not in the
// description.
func New(d Description, weights []safetensors.Tensor) (*Network, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("network: description: %w", err)
	}
	n := &Network{d: d}
	for _, in := range d.Inputs {
		n.scales = append(n.scales, slices.Repeat([]float32{float32(in.Scale)}, in.Size())...)
	}
	file := safetensors.File{Tensors: weights}
	used := 0
	add := func(name string, in, out int) (a affine, err error) {
		a = affine{in: in, out: out}
		if a.rows, err = take(&file, name+weightSuffix, out, in); err == nil {
			a.bias, err = take(&file, name+biasSuffix, out)
		}
		used += 2
		return a, err
	}
	in := len(n.scales)
	for _, l := range d.Layers {
		a, err := add(l.Name, in, l.Size)
		if err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
		a.width = kernel.Width(a.out)
		a.columns = transposed(a.rows, a.out, a.in, a.width)
		n.layers, in = append(n.layers, a), l.Size
	}
	for _, h := range d.Heads {
		a, err := add(h.Name, in, h.Size)
		if err != nil {
			return nil, fmt.Errorf("network: %w", err)
		}
		n.heads = append(n.heads, a)
	}
	if len(weights) != used {
		return nil, fmt.Errorf("network: %s", n.tooMany(weights))
	}
	return n, nil
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
	for _, t := range n.Weights() {
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
func (n *Network) Weights() []safetensors.Tensor {
	var all []safetensors.Tensor
	add := func(name string, a *affine) {
		all = append(all,
			safetensors.Tensor{Name: name + weightSuffix, Shape: []int{a.out, a.in}, Data: a.rows},
			safetensors.Tensor{Name: name + biasSuffix, Shape: []int{a.out}, Data: a.bias})
	}
	for i := range n.layers {
		add(n.d.Layers[i].Name, &n.layers[i])
	}
	for i := range n.heads {
		add(n.d.Heads[i].Name, &n.heads[i])
	}
	return all
}

// Parameters returns the number of weights.
func (n *Network) Parameters() int {
	sum := 0
	for _, t := range n.Weights() {
		sum += len(t.Data)
	}
	return sum
}

// MaxFile is the maximum size in bytes of a file that [ReadFile] reads.
const MaxFile = 1 << 28

// ReadFile reads a network from a file. It also returns the bytes of the file, whose
// digest can identify the network in results.
func ReadFile(path string) (*Network, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, nil, err
	}
	if len(data) > MaxFile {
		return nil, nil, fmt.Errorf("%s has more than %d bytes, the maximum", path, MaxFile)
	}
	n, err := Decode(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, data, nil
}

// Decode reads a network from the contents of a file.
func Decode(data []byte) (*Network, error) {
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

// Append appends the contents of a file of the network to dst. Equal networks give
// equal bytes.
func (n *Network) Append(dst []byte) ([]byte, error) {
	text, err := json.Marshal(&n.d)
	if err != nil {
		return dst, fmt.Errorf("network: %w", err)
	}
	return safetensors.Append(dst, &safetensors.File{Metadata: map[string]string{descriptionKey: string(text)}, Tensors: n.Weights()})
}
