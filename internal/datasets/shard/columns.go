package shard

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
)

// buffer holds the values of a column in the layout of Arrow's buffers.
//
// The plain way is to pass each value to an Arrow builder, which checks capacity and
// sets a validity bit each time. Here an array points to the values (BenchmarkRows).
type buffer interface {
	reset()                                       // removes all values but keeps the memory
	join(rest buffer)                             // appends the values of a buffer of the same column
	array(t arrow.DataType, rows int) arrow.Array // points to the values, until the next change
}

// record returns columns as a record batch that points to them.
func record(schema *arrow.Schema, columns []buffer, rows int) arrow.Record {
	arrays := make([]arrow.Array, len(columns))
	for i, c := range columns {
		arrays[i] = c.array(schema.Field(i).Type, rows)
		defer arrays[i].Release()
	}
	return array.NewRecord(schema, arrays, int64(rows))
}

// arrayOf returns an array of rows over data, without nulls. The
// data is exactly as long as the values, so that bytes of an earlier batch are never
// written as padding.
func arrayOf(t arrow.DataType, rows int, data []byte) arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(data)}
	var d *array.Data
	if l, ok := t.(*arrow.FixedSizeListType); ok {
		entries := array.NewData(l.Elem(), rows*int(l.Len()), buffers, nil, 0, 0)
		defer entries.Release()
		d = array.NewData(t, rows, []*memory.Buffer{nil}, []arrow.ArrayData{entries}, 0, 0)
	} else {
		d = array.NewData(t, rows, buffers, nil, 0, 0)
	}
	defer d.Release()
	return array.MakeFromData(d)
}

// numbers are values of one type.
type numbers[T int8 | int32 | int64 | uint16 | uint64 | float32 | float64] struct{ of []T }

func (b *numbers[T]) reset()           { b.of = b.of[:0] }
func (b *numbers[T]) join(rest buffer) { b.of = append(b.of, rest.(*numbers[T]).of...) }
func (b *numbers[T]) add(v T)          { b.of = append(b.of, v) }

func (b *numbers[T]) array(t arrow.DataType, rows int) arrow.Array {
	return arrayOf(t, rows, arrow.GetBytes(b.of))
}

// names are indices in a dictionary.
type names struct {
	of   []int32
	list arrow.Array
}

// newNames returns no names of a list.
func newNames(list []string) names {
	b := array.NewStringBuilder(memory.NewGoAllocator())
	b.AppendValues(list, nil)
	return names{list: b.NewArray()}
}

func (b *names) reset()           { b.of = b.of[:0] }
func (b *names) join(rest buffer) { b.of = append(b.of, rest.(*names).of...) }
func (b *names) add(v int32)      { b.of = append(b.of, v) }

func (b *names) array(t arrow.DataType, rows int) arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(arrow.GetBytes(b.of))}
	d := array.NewDataWithDictionary(t, rows, buffers, 0, 0, b.list.Data().(*array.Data))
	defer d.Release()
	return array.NewDictionaryData(d)
}

// flags are truth values.
type flags struct {
	of   []bool
	bits bitList // of array
}

func (b *flags) reset()           { b.of = b.of[:0] }
func (b *flags) join(rest buffer) { b.of = append(b.of, rest.(*flags).of...) }
func (b *flags) add(v bool)       { b.of = append(b.of, v) }

func (b *flags) array(t arrow.DataType, rows int) arrow.Array {
	b.bits.reset()
	b.bits.appendBools(b.of)
	return b.bits.array(t, rows)
}

func (l *bitList) join(rest buffer) { l.appendList(rest.(*bitList)) }

func (l *bitList) array(t arrow.DataType, rows int) arrow.Array { return arrayOf(t, rows, l.packed()) }

// inOrder returns the buffers of columns by their names.
func inOrder(columns []datasets.Column, of map[string]buffer) []buffer {
	list := make([]buffer, len(columns))
	for i, c := range columns {
		if list[i] = of[c.Name]; list[i] == nil {
			panic("shard: no values of column " + c.Name)
		}
	}
	return list
}

// endingNames returns the dictionary of the column ending: "" for a game that was
// cut off, then the names of the game's endings.
func endingNames(m *datasets.Meta) []string { return append([]string{""}, m.Endings...) }
