package game

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// DType is the narrowest type that holds every value of a field exactly.
// Encoders write all fields as float32; datasets store them as the DType.
type DType string

// The types of fields.
const (
	Uint8   DType = "uint8"
	Int8    DType = "int8"
	Int16   DType = "int16"
	Int32   DType = "int32"
	Float32 DType = "float32"
)

// Field describes one named part of an encoded observation.
type Field struct {
	Name  string  // snake_case, unique in its layout
	Shape []int   // row-major; nil is a scalar
	DType DType   // the type that holds every value exactly
	Low   float64 // minimum value, inclusive
	High  float64 // maximum value, inclusive
	Doc   string  // meaning, unit and order of the entries, one line
	Per   Per     // what the last dimensions of the shape range over
}

// Per says that a field has a number for each card, or for each rank. After the dimensions for rows the shape then ends with the
// suits and the ranks, [4, 13], or with all kinds of cards and the printed joker, [53], or with the ranks, [13].
type Per uint8

// The kinds of fields.
const (
	PerNothing   Per = iota
	PerCard          // by card.Card.Index: clubs, diamonds, hearts, spades, for each ace to king; then the printed joker
	PerPaperCard     // suited cards with the suits in another order: clubs, hearts, spades, diamonds
	PerRank          // ace to king
)

// Size returns the number of entries of the field.
func (f Field) Size() int {
	n := 1
	for _, d := range f.Shape {
		n *= d
	}
	return n
}

// Dims returns the shape, [1] for a number.
func (f Field) Dims() []int {
	if f.Shape == nil {
		return []int{1}
	}
	return f.Shape
}

// Scale returns what scaled observations and networks divide the entries by: the maximum, or 1 if it is not above 0.
func (f Field) Scale() float64 {
	if f.High > 0 {
		return f.High
	}
	return 1
}

// Factor returns what entries are multiplied by instead of a division by Scale: the largest number at most 1/Scale whose product with the
// maximum is at most 1.
func (f Field) Factor() float32 {
	scale := float32(f.Scale())
	if by := 1 / scale; by*scale <= 1 {
		return by
	}
	return math.Nextafter32(1/scale, 0)
}

// Layout lists the fields of an encoded observation in order. The slice offsets, the
// spaces, the dataset schema and the tables in the documentation are all derived from
// it.
type Layout []Field

// Size returns the total number of entries of all fields.
func (l Layout) Size() int {
	n := 0
	for _, f := range l {
		n += f.Size()
	}
	return n
}

// ScaledLow returns the lowest number that an entry divided by the Scale of its field can be, at most 0.
func (l Layout) ScaledLow() float64 {
	low := 0.0
	for _, f := range l {
		low = min(low, f.Low/f.Scale())
	}
	return low
}

// Offset returns the index of the first entry of the field with the given name in an
// encoded observation, and reports whether there is such a field.
func (l Layout) Offset(name string) (int, bool) {
	n := 0
	for _, f := range l {
		if f.Name == name {
			return n, true
		}
		n += f.Size()
	}
	return 0, false
}

// Bytes returns an error unless observations of this layout can be bytes: it names the
// fields that have negative numbers or fractions.
func (l Layout) Bytes() error {
	var others []string
	for _, f := range l {
		if f.Low < 0 || f.DType == Float32 {
			others = append(others, f.Name)
		}
	}
	if len(others) == 0 {
		return nil
	}
	return errors.New("not all fields are whole numbers of 0 or more: " + strings.Join(others, ", ") + ": leave them out, or use float32")
}

// Markdown returns the layout as a Markdown table with one row per field.
func (l Layout) Markdown() string {
	var b strings.Builder
	b.WriteString("| field | shape | type | range | meaning |\n|---|---|---|---|---|\n")
	for _, f := range l {
		fmt.Fprintf(&b, "| `%s` | %v | %s | [%v, %v] | %s |\n", f.Name, f.Dims(), f.DType, f.Low, f.High, f.Doc)
	}
	return b.String()
}
