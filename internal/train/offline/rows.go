package offline

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"rummygym/env/game"
)

// Sample is a recorded decision, without its inputs.
type Sample struct {
	Legal       game.Mask
	Probability float64 // with which the action was chosen, in (0, 1]
	Episode     int64   // number in its dataset
	Gain        float32 // points that the player to move gained from here to the end, or the score; see Config.Scores
	Step        int32   // number of the decision in the episode, from 0
	Action      game.Action
	Agent       int16 // index in Source.Agents of the agent that decided
	Phase       int8  // index in Source.Phases
	Player      int8  // seat of the player to move
	Won         bool  // whether the player to move won the game
}

// Rows is samples with their inputs, which are stored in the types of their fields.
type Rows struct {
	Samples []Sample
	pack    *packing
	data    []byte
}

// NewRows returns no rows, whose inputs are the fields of a layout.
func NewRows(l game.Layout) *Rows {
	p := newPacking(l)
	return &Rows{pack: &p}
}

// Len returns the number of samples.
func (r *Rows) Len() int { return len(r.Samples) }

// Inputs sets dst to the unscaled inputs of sample i.
func (r *Rows) Inputs(dst []float32, i int) {
	r.pack.unpack(dst, r.data[i*r.pack.size:(i+1)*r.pack.size])
}

// Append appends a sample. It returns an error if the type of a field cannot represent a value.
func (r *Rows) Append(s Sample, inputs []float32) (err error) {
	if r.data, err = r.pack.append(r.data, inputs); err != nil {
		return err
	}
	r.Samples = append(r.Samples, s)
	return nil
}

// Average merges rows with equal inputs into one with their mean gain (truong2021datadriven, "The Data"), which
// stands where the first of them stood. It returns the number of rows that it merged into others.
func (r *Rows) Average() int {
	// The map holds hashes, because it would copy inputs. Inputs are under their hash or, if
	// others are there, under the next free number.
	seed, places := maphash.MakeSeed(), make(map[uint64]int, r.Len())
	var sums []float64
	var counts []int
	inputs := func(i int) []byte { return r.data[i*r.pack.size : (i+1)*r.pack.size] }
	for i := range r.Samples {
		for h := maphash.Bytes(seed, inputs(i)); ; h++ {
			at, taken := places[h]
			if !taken {
				at = len(sums)
				places[h] = at
				r.Samples[at] = r.Samples[i]
				copy(inputs(at), inputs(i))
				sums, counts = append(sums, float64(r.Samples[i].Gain)), append(counts, 1)
				break
			}
			if string(inputs(at)) == string(inputs(i)) {
				sums[at] += float64(r.Samples[i].Gain)
				counts[at]++
				break
			}
		}
	}
	merged := r.Len() - len(sums)
	r.cut(len(sums))
	for i, sum := range sums {
		r.Samples[i].Gain = float32(sum / float64(counts[i]))
	}
	return merged
}

// join appends the samples of o.
func (r *Rows) join(o *Rows) {
	r.Samples = append(r.Samples, o.Samples...)
	r.data = append(r.data, o.data...)
}

// grow makes room for n more samples.
func (r *Rows) grow(n int) {
	if need := len(r.Samples) + n; need > cap(r.Samples) {
		r.Samples = append(make([]Sample, 0, need), r.Samples...)
	}
	if need := len(r.data) + n*r.pack.size; need > cap(r.data) {
		r.data = append(make([]byte, 0, need), r.data...)
	}
}

// cut removes all but the first n samples but keeps the memory.
func (r *Rows) cut(n int) {
	r.Samples, r.data = r.Samples[:n], r.data[:n*r.pack.size]
}

// packing stores observations: fields of small whole numbers take a byte for each entry, and all others
// the four bytes of a float32.
type packing struct {
	layout game.Layout
	runs   []packedRun
	width  int // entries of an observation
	size   int // bytes of a packed observation
}

// packedRun is a run of consecutive fields that are stored alike.
type packedRun struct {
	dtype game.DType // Uint8, Int8, or Float32 for all others
	from  int        // first entry
	n     int        // entries
	at    int        // first byte
}

func newPacking(l game.Layout) packing {
	p := packing{layout: l}
	for _, f := range l {
		n, dtype, bytes := f.Size(), f.DType, 1
		if dtype != game.Uint8 && dtype != game.Int8 {
			dtype, bytes = game.Float32, 4
		}
		if last := len(p.runs) - 1; last >= 0 && p.runs[last].dtype == dtype {
			p.runs[last].n += n
		} else {
			p.runs = append(p.runs, packedRun{dtype, p.width, n, p.size})
		}
		p.width += n
		p.size += n * bytes
	}
	return p
}

// append appends a packed observation. It returns an error if a byte cannot represent a value, or a value is not
// finite.
func (p *packing) append(dst []byte, src []float32) ([]byte, error) {
	from := len(dst)
	dst = slices.Grow(dst, p.size)[:from+p.size]
	for _, r := range p.runs {
		values, out := src[r.from:r.from+r.n], dst[from+r.at:]
		exact := true
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
		default:
			for i, v := range values {
				exact = exact && v-v == 0
				binary.LittleEndian.PutUint32(out[4*i:], math.Float32bits(v))
			}
		}
		if !exact {
			return dst[:from], p.inexact(r, values)
		}
	}
	return dst, nil
}

// inexact returns an error for the first value of a run that its type cannot represent.
func (p *packing) inexact(r packedRun, values []float32) error {
	for i, v := range values {
		switch {
		case r.dtype == game.Uint8 && v == float32(uint8(int32(v))), r.dtype == game.Int8 && v == float32(int8(int32(v))), r.dtype == game.Float32 && v-v == 0:
			continue
		}
		at := r.from + i
		for _, f := range p.layout {
			if at < f.Size() {
				return fmt.Errorf("field %s: entry %d is %v, which is not a value of its type %s", f.Name, at, v, f.DType)
			}
			at -= f.Size()
		}
	}
	return nil
}

// unpack sets dst, which has p.width entries, to a packed observation.
func (p *packing) unpack(dst []float32, src []byte) {
	for _, r := range p.runs {
		out, in := dst[r.from:r.from+r.n], src[r.at:]
		switch r.dtype {
		case game.Uint8:
			for i, b := range in[:len(out)] {
				out[i] = float32(b)
			}
		case game.Int8:
			for i, b := range in[:len(out)] {
				out[i] = float32(int8(b))
			}
		default:
			for i := range out {
				out[i] = math.Float32frombits(binary.LittleEndian.Uint32(in[4*i:]))
			}
		}
	}
}
