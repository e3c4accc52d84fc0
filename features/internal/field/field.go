// Package field holds the code that the encoders of both games share: fields in groups
// that can be switched off, the names of groups, and the expansion of sets of cards into
// numbers.
package field

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/options"
)

// Grouped is a field with the group that it belongs to.
type Grouped[G ~uint32] struct {
	Group G
	Field game.Field
}

// In returns a field of a group.
func In[G ~uint32](group G, f game.Field) Grouped[G] { return Grouped[G]{group, f} }

// Off marks a field that is switched off.
const Off = -1

// LayOut returns the layout of the fields of the given groups, in order, and sets at[i]
// to the entry at which field i starts, or to [Off].
func LayOut[G ~uint32](at []int, fields []Grouped[G], groups G) (l game.Layout) {
	size := 0
	for i, f := range fields {
		if groups&f.Group == 0 {
			at[i] = Off
			continue
		}
		at[i] = size
		size += f.Field.Size()
		l = append(l, f.Field)
	}
	return l
}

// Whole returns a field of whole numbers in [low, high], in the narrowest type that
// holds them.
func Whole(name string, shape []int, low, high int, doc string) game.Field {
	return game.Field{Name: name, Shape: shape, DType: narrowest(low, high), Low: float64(low), High: float64(high), Doc: doc}
}

// Shape returns its arguments.
func Shape(dims ...int) []int { return dims }

// narrowest returns the first type that holds all whole numbers in [low, high].
func narrowest(low, high int) game.DType {
	switch {
	case low >= 0 && high <= math.MaxUint8:
		return game.Uint8
	case low >= math.MinInt8 && high <= math.MaxInt8:
		return game.Int8
	case low >= math.MinInt16 && high <= math.MaxInt16:
		return game.Int16
	}
	return game.Int32
}

// Slot numbers the fields of the afterstates of a game, in their order.
type Slot uint8

// Packed is the layout of the fields of afterstates. It writes values that fit in one byte
// per entry: whole numbers, and fractions rounded to a 255th of the largest value.
type Packed struct {
	Fields game.Layout
	Size   int
	At     []int     // entry at which the field of each slot starts, or Off
	High   []float32 // largest value of each slot
	step   []float32 // High / 255
}

// NewPacked lays out the fields of the given groups.
func NewPacked[G ~uint32](fields []Grouped[G], groups G) Packed {
	n := len(fields)
	x := Packed{At: make([]int, n), High: make([]float32, n), step: make([]float32, n)}
	x.Fields = LayOut(x.At, fields, groups)
	x.Size = x.Fields.Size()
	for i := range fields {
		x.High[i] = float32(fields[i].Field.High)
		x.step[i] = x.High[i] / 255
	}
	return x
}

// Count writes v into entry i of a field of whole numbers, at most the field's largest
// value.
func (x *Packed) Count(dst []float32, s Slot, i, v int) {
	dst[x.At[s]+i] = min(float32(v), x.High[s])
}

// Fraction writes v into entry i of a field of fractions, clamped to the field's range and
// rounded. The conversion keeps compilers from fusing the product and the sum.
func (x *Packed) Fraction(dst []float32, s Slot, i int, v float32) {
	dst[x.At[s]+i] = float32(int32(float32(min(max(v/x.High[s], 0), 1)*255)+0.5)) * x.step[s]
}

// Flag writes 1 into entry i of a field if yes is true.
func (x *Packed) Flag(dst []float32, s Slot, i int, yes bool) {
	if yes {
		dst[x.At[s]+i] = 1
	}
}

// Names holds the names of the groups of observation fields of one game, which are the
// bits of a G, and of the presets that combine several groups.
type Names[G ~uint32] struct {
	Kind    string   // name of the type G
	Words   []string // names of the groups, by bit
	All     G        // the preset "all"
	Table   G        // the preset "cards-and-counts"; 0 if there is none
	Default G        // the preset "default", which Text does not use; 0 if there is none
}

// The names of the presets.
const (
	allName            = "all"
	defaultName        = "default"
	cardsAndCountsName = "cards-and-counts"
)

// Text returns the names of the groups of g, comma-separated, presets first.
func (w *Names[G]) Text(g G) string {
	if g == w.All {
		return allName
	}
	return w.List(g)
}

// List is Text without the preset "all": its result means the same after groups have been
// added.
func (w *Names[G]) List(g G) string {
	var words []string
	if w.Table != 0 && g&w.Table == w.Table {
		words = append(words, cardsAndCountsName)
		g &^= w.Table
	}
	for ; g&w.All != 0; g &= g - 1 {
		words = append(words, w.Words[bits.TrailingZeros32(uint32(g))])
	}
	if g != 0 {
		words = append(words, fmt.Sprintf("%s(%#x)", w.Kind, uint32(g)))
	}
	return strings.Join(words, ",")
}

// Parse reads comma-separated names of groups and presets.
func (w *Names[G]) Parse(s string) (G, error) {
	var g G
	for word := range strings.SplitSeq(s, ",") {
		one, ok := w.named(strings.TrimSpace(word))
		if !ok {
			presets := []string{allName}
			if w.Default != 0 {
				presets = append(presets, defaultName)
			}
			if w.Table != 0 {
				presets = append(presets, cardsAndCountsName)
			}
			return 0, fmt.Errorf("%q is not a group of fields%s: want %s, or some of %s", word, options.Suggest(word, slices.Concat(presets, w.Words)), strings.Join(presets, ", "), strings.Join(w.Words, ", "))
		}
		g |= one
	}
	return g, nil
}

// named returns the group or preset of a name.
func (w *Names[G]) named(name string) (G, bool) {
	switch name {
	case allName:
		return w.All, true
	case defaultName:
		return w.Default, w.Default != 0
	case cardsAndCountsName:
		return w.Table, w.Table != 0
	}
	for i, n := range w.Words {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
