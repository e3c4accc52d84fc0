package safetensors_test

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/must"
)

// text returns a file with the given header and data.
func text(header string, numbers ...float32) []byte {
	b := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// A file written by hand from the specification of the format: the header may list
// tensors in another order than that of their data.
func TestDecode(t *testing.T) {
	header := `{"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]},"__metadata__":{"who":"\u00e9"},"a":{"shape":[],"dtype":"F32","data_offsets":[0,4]},"none":{"dtype":"F32","shape":[0,3],"data_offsets":[12,12]}}   `
	got := must.Get(safetensors.Decode(text(header, 1.5, -2, float32(math.Inf(1)))))(t)
	want := &safetensors.File{Metadata: map[string]string{"who": "é"}, Tensors: []safetensors.Tensor{
		{Name: "a", Shape: []int{}, Data: []float32{1.5}},
		{Name: "b", Shape: []int{2}, Data: []float32{-2, float32(math.Inf(1))}},
		{Name: "none", Shape: []int{0, 3}, Data: []float32{}},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got.Find("b") != &got.Tensors[1] || got.Find("c") != nil {
		t.Error("Find does not return b, or returns a tensor for the missing c")
	}
}

func TestAppend(t *testing.T) {
	f := &safetensors.File{
		Metadata: map[string]string{"k": "<&>\"\n"},
		Tensors: []safetensors.Tensor{
			{Name: "w", Shape: []int{2, 3}, Data: []float32{1, 2, 3, 4, 5, 6}},
			{Name: "s", Shape: []int{}, Data: []float32{7}},
		},
	}
	b := must.Get(safetensors.Append([]byte("before"), f))(t)
	b = b[len("before"):]
	if n := 8 + binary.LittleEndian.Uint64(b); n%8 != 0 || int(n)+4*7 != len(b) {
		t.Errorf("data begins at %d of %d bytes: want a multiple of 8, and seven numbers", n, len(b))
	}
	got, err := safetensors.Decode(b)
	if d := cmp.Diff(f, got); d != "" || err != nil {
		t.Errorf("read back: %v\n%s", err, d)
	}
}

func TestAppendRefuses(t *testing.T) {
	one := []float32{1}
	for name, tensors := range map[string][]safetensors.Tensor{
		"a name given twice":   {{Name: "a", Data: one}, {Name: "a", Data: one}},
		"no name":              {{Data: one}},
		"the metadata's name":  {{Name: "__metadata__", Data: one}},
		"too few numbers":      {{Name: "a", Shape: []int{2}, Data: one}},
		"a negative dimension": {{Name: "a", Shape: []int{-1, -1}, Data: one}},
		"a shape that wraps":   {{Name: "a", Shape: []int{1 << 32, 1 << 32}, Data: nil}},
	} {
		if b, err := safetensors.Append(nil, &safetensors.File{Tensors: tensors}); err == nil || len(b) > 0 {
			t.Errorf("%s: %d bytes and error %v", name, len(b), err)
		}
	}
}

// Invalid files are errors that name the fault.
func TestDecodeRefuses(t *testing.T) {
	entry := func(dtype, shape, offsets string) string {
		return `{"a":{"dtype":"` + dtype + `","shape":` + shape + `,"data_offsets":` + offsets + `}}`
	}
	huge := append(binary.LittleEndian.AppendUint64(nil, 1<<40), '{', '}')
	wrapped := append(binary.LittleEndian.AppendUint64(nil, math.MaxUint64), '{', '}')
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "0 bytes", nil},
		{"a cut length", "7 bytes", make([]byte, 7)},
		{"no header", "does not begin", make([]byte, 8)},
		{"a header longer than the file", "truncated", huge},
		{"a length that wraps", "truncated", wrapped},
		{"another format", "truncated", []byte("PK\x03\x04 a zip file, as PyTorch writes them")},
		{"no object", "does not begin", text(`["a"]`)},
		{"broken JSON", "header", text(`{"a":`)},
		{"an open object", "header", text(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,0]}`)},
		{"two objects", "data after the closing brace", text(`{}{}`)},
		{"metadata that is not a string", "__metadata__", text(`{"__metadata__":{"a":1}}`)},
		{"a tensor that is a number", `tensor "a"`, text(`{"a":1}`)},
		{"a tensor that is null", "want dtype", text(`{"a":null}`)},
		{"no shape", "want dtype", text(`{"a":{"dtype":"F32","data_offsets":[0,4]}}`, 1)},
		{"one offset", "two numbers", text(entry("F32", "[1]", "[0]"), 1)},
		{"a tensor without a name", "not a tensor name", text(`{"":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 1)},
		{"a name given twice", "occurs twice", text(`{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}`)},
		{"another type", "dtype F16", text(entry("F16", "[2]", "[0,4]"), 1)},
		{"a hole before", "want it to begin at 0", text(entry("F32", "[1]", "[4,8]"), 1, 2)},
		{"a negative offset", "want it to begin at 0", text(entry("F32", "[1]", "[-4,0]"), 1)},
		{"an end before the beginning", "want it to begin at 0", text(entry("F32", "[1]", "[0,-4]"), 1)},
		{"an end after the file's", "want it to begin at 0", text(entry("F32", "[3]", "[0,12]"), 1, 2)},
		{"numbers left over", "after the last tensor", text(entry("F32", "[1]", "[0,4]"), 1, 2)},
		{"another size than the shape", "4 bytes, which does not match the shape [2]", text(entry("F32", "[2]", "[0,4]"), 1)},
		{"half a number", "6 bytes, which does not match the shape [1]", text(entry("F32", "[1]", "[0,6]"), 1, 2)[:8+len(entry("F32", "[1]", "[0,6]"))+6]},
		{"a shape that wraps to its size", "does not match the shape", text(entry("F32", "[4294967296,4294967297]", "[0,4]"), 1)},
		{"a shape that wraps to none", "does not match the shape", text(entry("F32", "[4611686018427387904,4]", "[0,0]"))},
		{"a fraction of a dimension", "header", text(entry("F32", "[1.5]", "[0,4]"), 1)},
		{"a negative dimension", "does not match the shape", text(entry("F32", "[-1]", "[0,4]"), 1)},
		{"a dimension beyond all", "header", text(entry("F32", "[99999999999999999999]", "[0,4]"), 1)},
		{"deep nesting", "header", text(`{"a":` + strings.Repeat("[", 1<<16))},
	} {
		f, err := safetensors.Decode(c.data)
		if err == nil || f != nil {
			t.Errorf("%s: read as %v", c.name, f)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %q does not contain %q", c.name, err, c.want)
		}
	}
}

// A file that can be read is the same after it is written and read again. No input
// panics.
func FuzzDecode(f *testing.F) {
	f.Add(text(`{"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]},"__metadata__":{"who":"me"},"a":{"shape":[],"dtype":"F32","data_offsets":[0,4]}}`, 1, 2, 3))
	f.Add(text(`{"a":{"dtype":"F32","shape":[1,0],"data_offsets":[0,0]}}  `))
	f.Add(text(`{}`))
	f.Add([]byte("12345678{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := safetensors.Decode(data)
		if err != nil {
			return
		}
		b, err := safetensors.Append(nil, file)
		if err != nil {
			t.Fatalf("a file that was read cannot be written: %v", err)
		}
		again, err := safetensors.Decode(b)
		if err != nil {
			t.Fatalf("a written file cannot be read: %v", err)
		}
		same := cmp.Comparer(func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
		if len(file.Metadata) == 0 {
			file.Metadata = nil
		}
		if d := cmp.Diff(file, again, same); d != "" {
			t.Error(d)
		}
	})
}
