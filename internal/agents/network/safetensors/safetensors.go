// Package safetensors reads and writes files of named float32 tensors in the
// safetensors format, which Python's libraries for JAX, PyTorch and NumPy share.
// Start from [Decode] and [Append].
//
// A file has three parts:
//
//	8 bytes     length of the header, little-endian
//	header      JSON object: {"__metadata__": {...}, "NAME": {"dtype", "shape", "data_offsets"}, ...}
//	the rest    the data of all tensors, little-endian, one tensor after the other
//
// The value of "__metadata__" is an object of strings.
//
// The package supports the type F32 only; any other type is an error. It does not use
// the existing Go modules for the format: the maintained one maps files of many types
// into memory, and none is available from the module proxy.
package safetensors

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// File is the contents of a file.
type File struct {
	Metadata map[string]string // nil if there is none
	Tensors  []Tensor          // in the order of their data
}

// Tensor is a named array of numbers. Its name is not empty, is not "__metadata__", and
// is unique in its file.
type Tensor struct {
	Name  string
	Shape []int     // dimensions of at least 0; empty is a scalar
	Data  []float32 // row-major
}

// Find returns the tensor of that name, or nil.
func (f *File) Find(name string) *Tensor {
	if i := slices.IndexFunc(f.Tensors, func(t Tensor) bool { return t.Name == name }); i >= 0 {
		return &f.Tensors[i]
	}
	return nil
}

// The fixed strings of the header.
const (
	metadataKey = "__metadata__"
	float32Type = "F32"
)

const (
	lengthSize  = 8         // bytes of the length of the header
	maxHeader   = 100 << 20 // maximum bytes of a header, as in the reference implementation
	alignment   = 8         // the data begins at a multiple of this
	float32Size = 4
)

// entry is the header's entry of a tensor.
type entry struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // begin and end in bytes, from the end of the header
}

// Append appends the file to dst. It returns an error if a name is not valid or the
// length of a tensor's data does not match its shape.
func Append(dst []byte, f *File) ([]byte, error) {
	header := []byte{'{'}
	add := func(name string, value any) error {
		k, err := json.Marshal(name)
		if err != nil {
			return err
		}
		v, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if len(header) > 1 {
			header = append(header, ',')
		}
		header = append(append(append(header, k...), ':'), v...)
		return nil
	}
	if len(f.Metadata) > 0 {
		if err := add(metadataKey, f.Metadata); err != nil {
			return dst, fmt.Errorf("safetensors: metadata: %w", err)
		}
	}
	seen, at := map[string]bool{}, int64(0)
	for _, t := range f.Tensors {
		if t.Name == "" || t.Name == metadataKey || seen[t.Name] {
			return dst, fmt.Errorf("safetensors: tensor name %q: want unique names that are not empty and not %s", t.Name, metadataKey)
		}
		seen[t.Name] = true
		if n, ok := entries(t.Shape); !ok || n != int64(len(t.Data)) {
			return dst, fmt.Errorf("safetensors: tensor %q has %d elements, which does not match the shape %v", t.Name, len(t.Data), t.Shape)
		}
		shape := t.Shape
		if shape == nil {
			shape = []int{} // a scalar is written as [], not null
		}
		end := at + int64(len(t.Data))*float32Size
		if err := add(t.Name, entry{float32Type, shape, [2]int64{at, end}}); err != nil {
			return dst, fmt.Errorf("safetensors: tensor %q: %w", t.Name, err)
		}
		at = end
	}
	header = append(header, '}')
	for (lengthSize+len(header))%alignment != 0 {
		header = append(header, ' ')
	}
	if len(header) > maxHeader {
		return dst, fmt.Errorf("safetensors: the header has %d bytes: want at most %d", len(header), maxHeader)
	}
	dst = slices.Grow(dst, lengthSize+len(header)+int(at))
	dst = append(binary.LittleEndian.AppendUint64(dst, uint64(len(header))), header...)
	for _, t := range f.Tensors {
		for _, v := range t.Data {
			dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
		}
	}
	return dst, nil
}

// Decode decodes a whole file. The result shares no memory with data. Its size is at most
// a small multiple of len(data), for any header.
func Decode(data []byte) (*File, error) {
	header, numbers, err := split(data)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	f, places, err := parseHeader(header)
	if err != nil {
		return nil, fmt.Errorf("safetensors: header: %w", err)
	}
	if err := f.fill(places, numbers); err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	return f, nil
}

// split splits a file into the header and the data of the tensors.
func split(data []byte) (header, numbers []byte, err error) {
	if len(data) < lengthSize {
		return nil, nil, fmt.Errorf("the file has %d bytes: want at least %d, for the length of the header", len(data), lengthSize)
	}
	n, rest := binary.LittleEndian.Uint64(data), data[lengthSize:]
	if n > maxHeader || n > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("the header should have %d bytes, but %d follow: the file is truncated or not a safetensors file", n, len(rest))
	}
	if n == 0 || rest[0] != '{' {
		return nil, nil, errors.New("the header does not begin with {: this is not a safetensors file")
	}
	return rest[:n], rest[n:], nil
}

// fill sets the data of every tensor and sorts the tensors by their offsets. The data must
// be contiguous.
func (f *File) fill(places [][2]int64, numbers []byte) error {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if places[a][0] != places[b][0] {
			return int(min(max(places[a][0]-places[b][0], -1), 1))
		}
		return int(min(max(places[a][1]-places[b][1], -1), 1))
	})
	tensors, at := make([]Tensor, 0, len(places)), int64(0)
	for _, i := range order {
		t, place := f.Tensors[i], places[i]
		n, ok := entries(t.Shape)
		switch {
		case place[0] != at || place[1] < at || place[1] > int64(len(numbers)):
			return fmt.Errorf("tensor %q is at bytes %d to %d of %d: want it to begin at %d, where the previous one ends", t.Name, place[0], place[1], len(numbers), at)
		case !ok || n != (place[1]-at)/float32Size || (place[1]-at)%float32Size != 0:
			return fmt.Errorf("tensor %q has %d bytes, which does not match the shape %v", t.Name, place[1]-at, t.Shape)
		}
		t.Data = make([]float32, n)
		for j := range t.Data {
			t.Data[j] = math.Float32frombits(binary.LittleEndian.Uint32(numbers[at+int64(j)*float32Size:]))
		}
		tensors, at = append(tensors, t), place[1]
	}
	if at != int64(len(numbers)) {
		return fmt.Errorf("%d bytes after the last tensor: want none", int64(len(numbers))-at)
	}
	f.Tensors = tensors
	return nil
}

// entries returns the number of entries of a shape, and whether the shape is valid.
func entries(shape []int) (int64, bool) {
	n := int64(1)
	for _, d := range shape {
		if d < 0 || d > 0 && n > math.MaxInt64/float32Size/int64(d) {
			return 0, false
		}
		n *= int64(d)
	}
	return n, true
}
