package datasets

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"rummygym/env/game"
)

// Batch is a record batch whose columns can be read as Go slices. The slices share
// the memory of the batch and are valid until Release; entry i of each belongs to
// row i. [Columns] gives the meaning of each column.
type Batch struct {
	Episode, Deal      []int64
	Seed               []uint64
	Step, Gain, Rounds []int32
	Player, Winner     []int8
	Action             []uint16
	Probability        []float64
	Reward, Return     []float32

	Attempt []int32 // of several at the deal; nil in datasets without the column

	record                arrow.Record
	meta                  *Meta
	agent, phase, ending  *array.Dictionary
	terminated, truncated *array.Boolean
	mask                  *array.Boolean // entries of all rows
	maskFrom              int            // first entry of row 0
	fields                []fieldColumn
}

// newBatch wraps a record whose columns are those of Columns, and takes ownership of it.
func newBatch(record arrow.Record, m *Meta) (*Batch, error) {
	if err := checkRecord(record); err != nil {
		record.Release()
		return nil, err
	}
	b := &Batch{record: record, meta: m}
	at := 0
	column := func() arrow.Array { at++; return record.Column(at - 1) }
	b.Episode = column().(*array.Int64).Int64Values()
	b.Step = column().(*array.Int32).Int32Values()
	b.Player = column().(*array.Int8).Int8Values()
	b.agent = column().(*array.Dictionary)
	b.phase = column().(*array.Dictionary)
	layout, offset := m.GameLayout(), 0
	for i := range layout {
		b.fields = append(b.fields, newFieldColumn(column(), &layout[i], offset))
		offset += layout[i].Size()
	}
	mask := column().(*array.FixedSizeList)
	b.mask, b.maskFrom = mask.ListValues().(*array.Boolean), mask.Data().Offset()*m.Actions
	b.Action = column().(*array.Uint16).Uint16Values()
	b.Probability = column().(*array.Float64).Float64Values()
	b.Reward = column().(*array.Float32).Float32Values()
	b.Return = column().(*array.Float32).Float32Values()
	b.terminated = column().(*array.Boolean)
	b.truncated = column().(*array.Boolean)
	b.Seed = column().(*array.Uint64).Uint64Values()
	b.Deal = column().(*array.Int64).Int64Values()
	b.Winner = column().(*array.Int8).Int8Values()
	b.ending = column().(*array.Dictionary)
	b.Gain = column().(*array.Int32).Int32Values()
	b.Rounds = column().(*array.Int32).Int32Values()
	if m.BestOf > 1 {
		b.Attempt = column().(*array.Int32).Int32Values()
	}
	return b, nil
}

// Rows returns the number of rows.
func (b *Batch) Rows() int { return len(b.Episode) }

// Record returns the underlying record batch. It is owned by b.
func (b *Batch) Record() arrow.Record { return b.record }

// Release frees the memory of the batch. The slices of b must not be used afterwards.
func (b *Batch) Release() { b.record.Release() }

// Terminated reports whether row i is the last decision of its player in a game
// that the rules ended.
func (b *Batch) Terminated(i int) bool { return b.terminated.Value(i) }

// Truncated reports whether row i is the last decision of its player in a game
// that a limit of the collector cut off.
func (b *Batch) Truncated(i int) bool { return b.truncated.Value(i) }

// Agent returns the specification of the agent that made the decision of row i.
func (b *Batch) Agent(i int) string { return name(b.agent, i) }

// Phase returns the name of the phase of row i.
func (b *Batch) Phase(i int) string { return name(b.phase, i) }

// Ending returns how the game of row i ended, or "" if the game was cut off.
func (b *Batch) Ending(i int) string { return name(b.ending, i) }

func name(d *array.Dictionary, i int) string {
	return d.Dictionary().(*array.String).Value(d.GetValueIndex(i))
}

// Mask sets dst to the actions that were legal at row i.
func (b *Batch) Mask(dst *game.Mask, i int) {
	data := b.mask.Data()
	maskAt(dst, data.Buffers()[1].Bytes(), data.Offset()+b.maskFrom+i*b.meta.Actions, b.meta.Actions)
}

// Observation sets dst to the encoded observation of row i. The length of dst must
// be the size of the layout.
func (b *Batch) Observation(dst []float32, i int) {
	for f := range b.fields {
		b.fields[f].widen(dst, i)
	}
}

// Field sets dst to the entries of field number f of the layout in the observation
// of row i. The length of dst must be the size of that field.
func (b *Batch) Field(dst []float32, f, i int) { b.fields[f].alone(dst, i) }

// fieldColumn reads the column of one field.
type fieldColumn struct {
	size, offset int // entries per row, and their position in the encoded values
	from         int // first entry of row 0

	u8  []uint8
	i8  []int8
	i16 []int16
	i32 []int32
	f32 []float32
}

func newFieldColumn(a arrow.Array, f *game.Field, offset int) fieldColumn {
	c := fieldColumn{size: f.Size(), offset: offset}
	if l, ok := a.(*array.FixedSizeList); ok {
		c.from = l.Data().Offset() * c.size
		a = l.ListValues()
	}
	switch v := a.(type) {
	case *array.Uint8:
		c.u8 = v.Uint8Values()
	case *array.Int8:
		c.i8 = v.Int8Values()
	case *array.Int16:
		c.i16 = v.Int16Values()
	case *array.Int32:
		c.i32 = v.Int32Values()
	case *array.Float32:
		c.f32 = v.Float32Values()
	}
	return c
}

// widen writes the entries of row i to their position in the encoded values.
func (c *fieldColumn) widen(dst []float32, i int) {
	dst = dst[c.offset : c.offset+c.size]
	at := c.from + i*c.size
	switch {
	case c.u8 != nil:
		widen(dst, c.u8[at:at+c.size])
	case c.i8 != nil:
		widen(dst, c.i8[at:at+c.size])
	case c.i16 != nil:
		widen(dst, c.i16[at:at+c.size])
	case c.i32 != nil:
		widen(dst, c.i32[at:at+c.size])
	default:
		copy(dst, c.f32[at:at+c.size])
	}
}

// alone is widen for a dst that holds this field only.
func (c fieldColumn) alone(dst []float32, i int) {
	c.offset = 0
	c.widen(dst, i)
}

func widen[T uint8 | int8 | int16 | int32](dst []float32, src []T) {
	for i, v := range src {
		dst[i] = float32(v)
	}
}

// bitsAt returns n bits of packed, starting at bit i, for n in [0, 64].
func bitsAt(packed []byte, i, n int) uint64 {
	var w uint64
	for k := 0; k < n; {
		at := i + k
		take := min(8-at&7, n-k)
		part := packed[at>>3] >> (at & 7) & (0xff >> (8 - take))
		w |= uint64(part) << k
		k += take
	}
	return w
}

// maskAt sets dst to n bits of packed, starting at bit i.
func maskAt(dst *game.Mask, packed []byte, i, n int) {
	*dst = game.Mask{}
	for w := 0; n > 0; w++ {
		k := min(n, 64)
		dst[w] = bitsAt(packed, i, k)
		i, n = i+k, n-k
	}
}
