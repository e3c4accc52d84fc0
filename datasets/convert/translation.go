package convert

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
)

// translation converts the batches of one dataset to those of another: it renumbers
// episodes and maps names to their index in the new dictionaries. A dictionary read
// from Parquet has only the names that occur, in order of first occurrence.
type translation struct {
	offset   int64 // added to episode numbers
	names    map[string]dictionary
	replayer *replayer // computes the results, or nil if the dataset has them
}

type dictionary struct {
	names []string
	array arrow.Array
}

// newTranslation returns a translation to a dataset with the given metadata.
func newTranslation(m *datasets.Meta, offset int64) *translation {
	t := &translation{offset: offset, names: make(map[string]dictionary)}
	for column, values := range map[string][]string{"agent": m.AgentNames(), "phase": m.Phases, "ending": shard.EndingNames(m)} {
		t.names[column] = dictionary{values, shard.Names(values)}
	}
	return t
}

// record returns the rows of b under a new schema. The caller releases it.
func (t *translation) record(b *datasets.Batch, schema *arrow.Schema) (arrow.Record, error) {
	episode := make([]int64, b.Rows())
	for i, e := range b.Episode {
		episode[i] = e + t.offset
	}
	number := array.NewData(arrow.PrimitiveTypes.Int64, b.Rows(), shard.Buffers(arrow.Int64Traits.CastToBytes(episode)), nil, 0, 0)
	defer number.Release()

	columns := slices.Clone(b.Record().Columns())
	columns[0] = array.NewInt64Data(number)
	defer columns[0].Release()
	for i := range columns {
		d, ok := t.names[schema.Field(i).Name]
		if !ok {
			continue
		}
		codes, err := d.codes(columns[i].(*array.Dictionary))
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", schema.Field(i).Name, err)
		}
		columns[i] = shard.NameColumn(schema.Field(i).Type, codes, d.array)
		defer columns[i].Release()
	}
	return array.NewRecord(schema, columns, int64(b.Rows())), nil
}

// codes returns the indices in d of the names of a column.
func (d *dictionary) codes(column *array.Dictionary) ([]int32, error) {
	old := column.Dictionary().(*array.String)
	places := make([]int32, old.Len())
	for i := range places {
		places[i] = int32(slices.Index(d.names, old.Value(i)))
	}
	codes := make([]int32, column.Len())
	for i := range codes {
		at := column.GetValueIndex(i)
		if codes[i] = places[at]; codes[i] < 0 {
			return nil, fmt.Errorf("%q is not one of %q", old.Value(at), d.names)
		}
	}
	return codes, nil
}
