package table

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/internal/arrowfile"
)

// arrowTypes are the Arrow types of the kinds.
var arrowTypes = map[Kind]arrow.DataType{
	Text: arrow.BinaryTypes.String, Count: arrow.PrimitiveTypes.Int64, Seed: arrow.PrimitiveTypes.Uint64,
	Number: arrow.PrimitiveTypes.Float64, Flag: arrow.FixedWidthTypes.Boolean,
}

// VersionKey is the metadata key of the version of an Arrow file.
const VersionKey = "rummygym.version"

// rowsPerBatch is the maximum number of rows of a batch.
const rowsPerBatch = 1 << 16

// Schema returns the schema of the table as an Arrow file.
func (o *Output[R]) Schema() (*arrow.Schema, error) {
	var fields []arrow.Field
	for _, c := range o.Columns {
		of := arrowTypes[c.Kind]
		if c.Kind == Nested {
			of = c.Type
		}
		if of == nil {
			return nil, fmt.Errorf("column %s has no kind", c.Name)
		}
		fields = append(fields, arrow.Field{
			Name: c.Name, Type: of, Nullable: c.Kind == Number,
			Metadata: arrow.NewMetadata([]string{"doc"}, []string{c.Doc}),
		})
	}
	var keys, values []string
	if o.Version != "" {
		keys, values = append(keys, VersionKey), append(values, o.Version)
	}
	if o.Key != "" {
		setup, err := json.Marshal(o.Setup)
		if err != nil {
			return nil, err
		}
		keys, values = append(keys, o.Key), append(values, string(setup))
	}
	meta := arrow.NewMetadata(keys, values)
	return arrow.NewSchema(fields, &meta), nil
}

// writeArrow writes the table as an Arrow IPC file.
func (o *Output[R]) writeArrow(w io.Writer) (err error) {
	schema, err := o.Schema()
	if err != nil {
		return err
	}
	file, err := arrowfile.NewWriter(w, schema, true)
	if err != nil {
		return fmt.Errorf("writing arrow: %w", err)
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	flush := func() error {
		batch := b.NewRecord()
		defer batch.Release()
		if err := file.Write(batch); err != nil {
			return fmt.Errorf("writing arrow: %w", err)
		}
		return nil
	}
	rows := 0
	for row, err := range o.Rows {
		if err != nil {
			return err
		}
		if rows++; rows > rowsPerBatch {
			if rows, err = 1, flush(); err != nil {
				return err
			}
		}
		for i := range o.Columns {
			switch v := o.Columns[i].Value(&row).(type) {
			case nil:
				b.Field(i).AppendNull()
			case string:
				b.Field(i).(*array.StringBuilder).Append(v)
			case int64:
				b.Field(i).(*array.Int64Builder).Append(v)
			case uint64:
				b.Field(i).(*array.Uint64Builder).Append(v)
			case float64:
				b.Field(i).(*array.Float64Builder).Append(v)
			case bool:
				b.Field(i).(*array.BooleanBuilder).Append(v)
			case nested:
				if err := b.Field(i).UnmarshalJSON([]byte("[" + v + "]")); err != nil {
					return fmt.Errorf("column %s: %w", o.Columns[i].Name, err)
				}
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("writing arrow: %w", err)
	}
	return nil
}
