package montecarlo

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"rummygym/env/game"
)

// packing compresses afterstates, most of whose entries are 0: one bit per entry marks
// the nonzero entries, each of which takes one byte. Integers are stored exactly, and
// fractions in units of 1/255 of their field's High.
type packing struct {
	size  int       // entries
	words int       // of 64 bits
	low   []float32 // value of byte 0, for each entry
	step  []float32 // difference between two consecutive bytes, for each entry
}

// newPacking returns the packing of a layout. It returns an error if a byte cannot
// represent the range of a field.
func newPacking(l game.Layout) (*packing, error) {
	p := &packing{size: l.Size(), words: (l.Size() + 63) / 64}
	for _, f := range l {
		low, step := float32(f.Low), float32(1)
		if f.DType == game.Float32 {
			step = float32(f.High-f.Low) / 255
		} else if f.High-f.Low > 255 {
			return nil, fmt.Errorf("montecarlo: field %s has values from %v to %v: want at most 256 different ones", f.Name, f.Low, f.High)
		}
		for range f.Size() {
			p.low, p.step = append(p.low, low), append(p.step, step)
		}
	}
	return p, nil
}

// append appends a packed afterstate.
func (p *packing) append(dst []byte, x []float32) []byte {
	at := len(dst)
	for range p.words {
		dst = append(dst, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	for w := range p.words {
		var mask uint64
		for i, v := range x[64*w : min(64*w+64, p.size)] {
			if v != 0 {
				mask |= 1 << i
				k := 64*w + i
				dst = append(dst, byte(int32((v-p.low[k])/p.step[k]+0.5)))
			}
		}
		binary.LittleEndian.PutUint64(dst[at+8*w:], mask)
	}
	return dst
}

// unpack sets dst, which has p.size entries, to an afterstate whose entry i moves to entry to[i].
func (p *packing) unpack(dst []float32, src []byte, to []int) {
	clear(dst)
	values := src[8*p.words:]
	for w := range p.words {
		for mask := binary.LittleEndian.Uint64(src[8*w:]); mask != 0; mask &= mask - 1 {
			k := 64*w + bits.TrailingZeros64(mask)
			dst[to[k]] = float32(float32(values[0])*p.step[k]) + p.low[k]
			values = values[1:]
		}
	}
}
