package report

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
	Text: arrow.BinaryTypes.String, Count: arrow.PrimitiveTypes.Int64,
	Seed: arrow.PrimitiveTypes.Uint64, Number: arrow.PrimitiveTypes.Float64,
}

// writeArrow writes rows as an Arrow IPC file. The metadata of each field holds its
// meaning under the key doc. The metadata of the file holds the version, and the setup as
// JSON under the given key.
func writeArrow[R any](w io.Writer, cols []Column[R], rows []R, version, key string, setup any) error {
	text, err := json.Marshal(setup)
	if err != nil {
		return err
	}
	var fields []arrow.Field
	for _, c := range cols {
		fields = append(fields, arrow.Field{
			Name: c.Name, Type: arrowTypes[c.Kind], Nullable: c.Kind == Number,
			Metadata: arrow.NewMetadata([]string{"doc"}, []string{c.Doc}),
		})
	}
	meta := arrow.NewMetadata([]string{"rummygym.version", key}, []string{version, string(text)})
	schema := arrow.NewSchema(fields, &meta)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for r := range rows {
		for i := range cols {
			switch v := cols[i].value(&rows[r]).(type) {
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
			}
		}
	}
	batch := b.NewRecord()
	defer batch.Release()
	file, err := arrowfile.NewWriter(w, schema)
	if err == nil {
		err = file.Write(batch)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return fmt.Errorf("writing Arrow: %w", err)
	}
	return nil
}
