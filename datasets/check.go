package datasets

import (
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/env/game"
)

// maxEntries is the maximum number of entries that all fields of a row have together.
const maxEntries = 1 << 20

// check returns an error for the first value of metadata from a file that Collect would not
// have written and that a reader relies on.
func (m *Meta) check() error {
	_, compression := ParseCompression(string(m.Compression))
	_, final := ParseFinal(string(m.Final))
	if err := errors.Join(compression, final); err != nil {
		return err
	}
	switch {
	case m.Seats < 2 || m.Seats > game.MaxPlayers:
		return fmt.Errorf("%d seats, want 2 to %d", m.Seats, game.MaxPlayers)
	case m.Actions < 1 || m.Actions > game.MaskSize:
		return fmt.Errorf("%d actions, want 1 to %d", m.Actions, game.MaskSize)
	case m.ShardGames < 1:
		return fmt.Errorf("%d games per shard, want at least 1", m.ShardGames)
	case m.BatchRows < 1:
		return fmt.Errorf("%d rows per batch, want at least 1", m.BatchRows)
	case m.BestOf < 0 || m.BestOf == 1:
		return fmt.Errorf("best of %d, want 0 for one attempt at each deal, or at least 2", m.BestOf)
	case len(m.Runs) == 0:
		return errors.New("no run: want at least one")
	}
	next := int64(0)
	for i, r := range m.Runs {
		_, err := ParseSeating(string(r.Seating))
		switch {
		case err != nil:
			return fmt.Errorf("run %d: %w", i, err)
		case r.First < next || i == 0 && r.First > 0:
			return fmt.Errorf("run %d: it begins with episode %d, want %s %d", i, r.First, map[bool]string{true: "at least", false: "episode"}[i > 0], next)
		case len(r.Agents) != m.Seats:
			return fmt.Errorf("run %d: %d agents for %d seats", i, len(r.Agents), m.Seats)
		case r.MaxSteps < 0:
			return fmt.Errorf("run %d: max steps is %d, want at least 0", i, r.MaxSteps)
		}
		next = r.First + 1
	}
	return checkFields(m.Layout)
}

// checkFields returns an error for the first field of a layout from a file that is not one.
func checkFields(fields []FieldInfo) error {
	seen, entries := map[string]bool{}, 0
	for i, f := range fields {
		if f.Name == "" || seen[f.Name] {
			return fmt.Errorf("observation field %d: the name %q is empty or another field's", i, f.Name)
		}
		seen[f.Name] = true
		if !slices.Contains(fieldTypes, f.DType) {
			return fmt.Errorf("observation field %s: type %q is unknown: want one of %q", f.Name, f.DType, fieldTypes)
		}
		size := 1
		for _, d := range f.Shape {
			if d < 1 || d > maxEntries/size {
				return fmt.Errorf("observation field %s: shape %v: want sizes of at least 1, and together at most %d entries", f.Name, f.Shape, maxEntries)
			}
			size *= d
		}
		if entries += size; entries > maxEntries {
			return fmt.Errorf("observation field %s: with it the fields have %d entries, want at most %d", f.Name, entries, maxEntries)
		}
	}
	return nil
}

// fieldTypes lists the types that a field can have.
var fieldTypes = []game.DType{game.Uint8, game.Int8, game.Int16, game.Int32, game.Float32}

// checkRecord returns an error if a column of a record has nulls, or fewer or other values
// than its rows need. Arrow believes the lengths and offsets in a file.
func checkRecord(record arrow.Record) error {
	for i, c := range record.Columns() {
		err := checkArray(c.Data())
		if err == nil && c.Len() != int(record.NumRows()) {
			err = fmt.Errorf("%d values for %d rows", c.Len(), record.NumRows())
		}
		if err != nil {
			return fmt.Errorf("column %s: %w", record.ColumnName(i), err)
		}
	}
	return nil
}

// checkArray checks an array and those in it. The types are those of Columns.
func checkArray(a arrow.ArrayData) error {
	end := a.Offset() + a.Len()
	if a.Len() < 0 || a.Offset() < 0 || end < 0 {
		return fmt.Errorf("%d values from value %d", a.Len(), a.Offset())
	}
	if valid := bufferOf(a, 0); a.NullN() > 0 || valid != nil && hasNulls(valid, a.Offset(), end) {
		return errors.New("it has nulls, but no column may have any")
	}
	fixed := func(bits int) error {
		if have := bufferOf(a, 1); len(have) < (end*bits+7)/8 {
			return fmt.Errorf("%d bytes for %d values of %d bits", len(have), end, bits)
		}
		return nil
	}
	switch t := a.DataType().(type) {
	case *arrow.FixedSizeListType:
		values := a.Children()[0]
		if have, want := values.Len(), end*int(t.Len()); have < want {
			return fmt.Errorf("%d entries, want %d", have, want)
		}
		return checkArray(values)
	case *arrow.StringType:
		return checkOffsets(a, len(bufferOf(a, 2)))
	case *arrow.DictionaryType:
		if err := fixed(32); err != nil {
			return err
		}
		names := a.Dictionary()
		for i, at := range arrow.Int32Traits.CastFromBytes(bufferOf(a, 1))[a.Offset():end] {
			if at < 0 || int(at) >= names.Len() {
				return fmt.Errorf("row %d: it has name %d of %d", i, at, names.Len())
			}
		}
		return checkArray(names)
	case arrow.FixedWidthDataType:
		return fixed(t.BitWidth())
	}
	return fmt.Errorf("type %v", a.DataType())
}

// bufferOf returns the bytes of a buffer of an array, which may be none.
func bufferOf(a arrow.ArrayData, i int) []byte {
	if buffers := a.Buffers(); i < len(buffers) && buffers[i] != nil {
		return buffers[i].Bytes()
	}
	return nil
}

// checkOffsets checks the offsets of lists or strings into n entries or bytes.
func checkOffsets(a arrow.ArrayData, n int) error {
	if a.Len() == 0 {
		return nil
	}
	offsets := arrow.Int32Traits.CastFromBytes(bufferOf(a, 1))
	if want := a.Offset() + a.Len() + 1; len(offsets) < want {
		return fmt.Errorf("%d offsets, want %d", len(offsets), want)
	}
	offsets = offsets[a.Offset() : a.Offset()+a.Len()+1]
	if offsets[0] < 0 || !slices.IsSorted(offsets) || int(offsets[len(offsets)-1]) > n {
		return fmt.Errorf("its offsets do not ascend from 0 to %d", n)
	}
	return nil
}

// hasNulls reports whether a bit of a validity bitmap in [from, to) is zero or missing.
func hasNulls(valid []byte, from, to int) bool {
	if len(valid)*8 < to {
		return true
	}
	for i := from; i < to; i++ {
		if valid[i/8]>>(i%8)&1 == 0 {
			return true
		}
	}
	return false
}
