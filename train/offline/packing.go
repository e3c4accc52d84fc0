package offline

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"rummygym/env/game"
)

// packing stores encoded observations in the types of their fields.
type packing struct {
	layout game.Layout
	runs   []packedRun
	width  int // entries of an observation
	size   int // bytes of a packed observation
}

// packedRun is a run of consecutive fields of the same type.
type packedRun struct {
	dtype game.DType
	from  int // first entry
	n     int // entries
	at    int // first byte
}

// dtypeSizes is the sizes of the types in bytes.
var dtypeSizes = map[game.DType]int{game.Uint8: 1, game.Int8: 1, game.Int16: 2, game.Int32: 4, game.Float32: 4}

func newPacking(l game.Layout) packing {
	p := packing{layout: l}
	for i := range l {
		f := &l[i]
		n := f.Size()
		if last := len(p.runs) - 1; last >= 0 && p.runs[last].dtype == f.DType {
			p.runs[last].n += n
		} else {
			p.runs = append(p.runs, packedRun{f.DType, p.width, n, p.size})
		}
		p.width += n
		p.size += n * dtypeSizes[f.DType]
	}
	return p
}

// append appends a packed observation. It returns an error if the type of a field cannot
// represent a value.
func (p *packing) append(dst []byte, src []float32) ([]byte, error) {
	from := len(dst)
	dst = slices.Grow(dst, p.size)[:from+p.size]
	exact := true
	for _, r := range p.runs {
		values, out := src[r.from:r.from+r.n], dst[from+r.at:]
		switch r.dtype {
		case game.Uint8:
			out = out[:len(values)]
			for i, v := range values {
				b := uint8(int32(v))
				exact = exact && float32(b) == v
				out[i] = b
			}
		case game.Int8:
			out = out[:len(values)]
			for i, v := range values {
				b := int8(int32(v))
				exact = exact && float32(b) == v
				out[i] = byte(b)
			}
		case game.Int16:
			for i, v := range values {
				b := int16(int32(v))
				exact = exact && float32(b) == v
				binary.LittleEndian.PutUint16(out[2*i:], uint16(b))
			}
		case game.Int32:
			for i, v := range values {
				b := int32(v)
				exact = exact && float32(b) == v
				binary.LittleEndian.PutUint32(out[4*i:], uint32(b))
			}
		default:
			for i, v := range values {
				binary.LittleEndian.PutUint32(out[4*i:], math.Float32bits(v))
			}
		}
	}
	if !exact {
		return dst[:from], p.inexact(src)
	}
	return dst, nil
}

// inexact returns an error for the first value that its field's type cannot represent.
func (p *packing) inexact(src []float32) error {
	at := 0
	for _, f := range p.layout {
		for i := range f.Size() {
			v, exact := src[at], true
			switch f.DType {
			case game.Uint8:
				exact = v == float32(uint8(int32(v)))
			case game.Int8:
				exact = v == float32(int8(int32(v)))
			case game.Int16:
				exact = v == float32(int16(int32(v)))
			case game.Int32:
				exact = v == float32(int32(v))
			}
			if !exact {
				return fmt.Errorf("field %s: entry %d is %v, which is not a value of its type %s", f.Name, i, v, f.DType)
			}
			at++
		}
	}
	return fmt.Errorf("the observation does not match its layout")
}

// unpack sets dst, which has p.width entries, to a packed observation.
func (p *packing) unpack(dst []float32, src []byte) {
	for _, r := range p.runs {
		out := dst[r.from : r.from+r.n]
		switch r.dtype {
		case game.Uint8:
			for i, b := range src[r.at : r.at+len(out)] {
				out[i] = float32(b)
			}
		case game.Int8:
			for i, b := range src[r.at : r.at+len(out)] {
				out[i] = float32(int8(b))
			}
		case game.Int16:
			for i := range out {
				out[i] = float32(int16(binary.LittleEndian.Uint16(src[r.at+2*i:])))
			}
		case game.Int32:
			for i := range out {
				out[i] = float32(int32(binary.LittleEndian.Uint32(src[r.at+4*i:])))
			}
		default:
			for i := range out {
				out[i] = math.Float32frombits(binary.LittleEndian.Uint32(src[r.at+4*i:]))
			}
		}
	}
}
