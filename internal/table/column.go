package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
)

// Kind is the type of a column's values.
type Kind string

// The kinds of columns. Only numbers may be null.
const (
	Text   Kind = "string"
	Count  Kind = "int64"
	Seed   Kind = "uint64"
	Number Kind = "float64"
	Flag   Kind = "bool"
	Nested Kind = "nested" // lists and structs
)

// Column is a column of a table with rows of type R.
type Column[R any] struct {
	Name string // snake_case
	Kind Kind
	Doc  string // meaning and unit in one line

	// Digits is the number of decimals that text and CSV show, -1 for as many as the value has. With 0 they show as
	// many, and very small and very large numbers with an exponent. JSON and Arrow have the whole value.
	Digits int

	Type arrow.DataType // of nested values, nil for others

	// Value returns the value of a row: a string, int64, uint64, float64 or bool, as Kind says, or nil for null.
	// Columns without a kind cannot be written to Arrow: their values are text by their method String, and
	// JSON by package json.
	Value func(*R) any
}

// Columns is a list of columns with methods that append to it.
type Columns[R any] []Column[R]

func (c *Columns[R]) add(name string, kind Kind, doc string, value func(*R) any) {
	*c = append(*c, Column[R]{Name: name, Kind: kind, Doc: doc, Value: value})
}

// Text appends a column of text.
func (c *Columns[R]) Text(name, doc string, f func(*R) string) {
	c.add(name, Text, doc, func(r *R) any { return f(r) })
}

// Count appends a column of integers.
func (c *Columns[R]) Count(name, doc string, f func(*R) int) {
	c.add(name, Count, doc, func(r *R) any { return int64(f(r)) })
}

// Seed appends a column of seeds.
func (c *Columns[R]) Seed(name, doc string, f func(*R) uint64) {
	c.add(name, Seed, doc, func(r *R) any { return f(r) })
}

// Number appends a column of numbers. NaN and infinities are null.
func (c *Columns[R]) Number(name, doc string, f func(*R) float64) {
	c.add(name, Number, doc, func(r *R) any { return Finite(f(r)) })
}

// Flag appends a column of truth values.
func (c *Columns[R]) Flag(name, doc string, f func(*R) bool) {
	c.add(name, Flag, doc, func(r *R) any { return f(r) })
}

// Nested appends a column of lists or structs. The values have a JSON form, which text and CSV show, and whose members are the
// fields of the Arrow type; a member that is left out is null.
func (c *Columns[R]) Nested(name, doc string, of arrow.DataType, f func(*R) any) {
	c.add(name, Nested, doc, func(r *R) any {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(f(r)); err != nil {
			panic(fmt.Sprintf("table: column %s: %v", name, err))
		}
		return nested(bytes.TrimSpace(b.Bytes()))
	})
	(*c)[len(*c)-1].Type = of
}

// nested is a nested value as JSON.
type nested string

// MarshalJSON returns the JSON.
func (n nested) MarshalJSON() ([]byte, error) { return []byte(n), nil }

// Finite returns v, or nil if v is NaN or infinite.
func Finite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// kinds holds the kind of a field, by its type.
var kinds = map[reflect.Kind]Kind{
	reflect.String: Text, reflect.Bool: Flag, reflect.Float64: Number, reflect.Uint64: Seed,
	reflect.Int: Count, reflect.Int8: Count, reflect.Int64: Count,
}

// Fields returns a column for each field of the struct R that has the tag doc, its meaning; fields of embedded structs
// are fields of R. The tag json names the column, and the tag digits is its Digits. A pointer to a number that is nil is null.
func Fields[R any]() (all Columns[R]) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		doc, is := f.Tag.Lookup("doc")
		if !is {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		kind := kinds[of.Kind()]
		all.add(name, kind, doc, func(r *R) any {
			v := reflect.ValueOf(r).Elem().FieldByIndex(f.Index)
			if f.Type.Kind() == reflect.Pointer {
				if v.IsNil() {
					return nil
				}
				v = v.Elem()
			}
			switch kind {
			case Text:
				return v.String()
			case Count:
				return v.Int()
			case Seed:
				return v.Uint()
			case Number:
				return Finite(v.Float())
			}
			return v.Bool()
		})
		if digits, has := f.Tag.Lookup("digits"); has {
			all[len(all)-1].Digits, _ = strconv.Atoi(digits)
		}
	}
	return all
}

// text returns the value of a row as text and CSV show it: "" for null.
func (c *Column[R]) text(row *R) string {
	switch v := c.Value(row).(type) {
	case nil:
		return ""
	case float64:
		if c.Digits == 0 {
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
		return strconv.FormatFloat(v, 'f', c.Digits, 64)
	default:
		return fmt.Sprint(v)
	}
}
