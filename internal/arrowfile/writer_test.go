package arrowfile_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/internal/arrowfile"
	"rummygym/internal/must"
)

func TestWriterOnAPipe(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{{Name: "n", Type: arrow.PrimitiveTypes.Int32}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	b.Field(0).(*array.Int32Builder).AppendValues([]int32{3, 1, 4}, nil)
	batch := b.NewRecord()
	defer batch.Release()

	r, w := io.Pipe()
	go func() {
		f, err := arrowfile.NewWriter(w, schema, true)
		if err == nil {
			err = f.Write(batch)
		}
		if err == nil {
			err = f.Close()
		}
		w.CloseWithError(err)
	}()
	data := must.Get(io.ReadAll(r))(t)
	f := must.Get(ipc.NewFileReader(bytes.NewReader(data)))(t)
	defer f.Close()
	got := must.Get(f.Record(0))(t)
	if !array.RecordEqual(got, batch) {
		t.Errorf("read %v, wrote %v", got, batch)
	}
}
