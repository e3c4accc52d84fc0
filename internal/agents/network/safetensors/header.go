package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"rummygym/internal/strictjson"
)

// parseHeader parses the header. It returns the file without the data of its tensors, and
// the offsets of the data of each tensor.
func parseHeader(header []byte) (f *File, places [][2]int64, err error) {
	d := json.NewDecoder(bytes.NewReader(header))
	if _, err := d.Token(); err != nil { // the {
		return nil, nil, err
	}
	f = &File{}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		name, ok := token.(string)
		if !ok || name == "" {
			return nil, nil, fmt.Errorf("%v is not a tensor name: want a string that is not empty", token)
		}
		if seen[name] {
			return nil, nil, fmt.Errorf("%q occurs twice: want unique names", name)
		}
		seen[name] = true
		if name == metadataKey {
			if err := d.Decode(&f.Metadata); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", metadataKey, err)
			}
			continue
		}
		e, err := parseEntry(d)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		f.Tensors = append(f.Tensors, Tensor{Name: name, Shape: e.Shape})
		places = append(places, e.Offsets)
	}
	if _, err := d.Token(); err != nil { // the }
		return nil, nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, nil, errors.New("data after the closing brace: want one JSON object")
	}
	return f, places, nil
}

// parseEntry parses the header's entry of one tensor.
func parseEntry(d *json.Decoder) (entry, error) {
	var e struct {
		DType   *string  `json:"dtype"`
		Shape   *[]int   `json:"shape"`
		Offsets *[]int64 `json:"data_offsets"`
	}
	var text json.RawMessage
	if err := d.Decode(&text); err != nil {
		return entry{}, err
	}
	if err := strictjson.Unmarshal(text, &e); err != nil {
		return entry{}, err
	}
	switch {
	case e.DType == nil || e.Shape == nil || e.Offsets == nil || len(*e.Offsets) != 2:
		return entry{}, errors.New("want dtype, shape, and data_offsets of two numbers")
	case *e.DType != float32Type:
		return entry{}, fmt.Errorf("dtype %s is not supported: want %s", *e.DType, float32Type)
	}
	return entry{*e.DType, *e.Shape, [2]int64(*e.Offsets)}, nil
}
