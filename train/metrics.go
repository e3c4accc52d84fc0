package train

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/internal/safefile"
)

// MetricsFormat is the file format of metrics: one row per Run.Every steps, with the
// columns of Result.Columns. A value that was not measured is empty, or null in Arrow.
type MetricsFormat string

// The formats. Each is also the extension of the file.
const (
	CSV   MetricsFormat = "csv"
	Arrow MetricsFormat = "arrow" // an IPC file
)

// writeMetrics writes the rows of metrics.
func (r *Run) writeMetrics(rows [][]float64) error {
	if r.Metrics == Arrow {
		return safefile.Replace(filepath.Join(r.Dir, "metrics.arrow"), func(f *os.File) error { return writeArrow(f, r.columns(), rows) })
	}
	var text []byte
	for i, c := range r.columns() {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, c...)
	}
	text = append(text, '\n')
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				text = append(text, ',')
			}
			if !math.IsNaN(v) {
				text = strconv.AppendFloat(text, v, 'g', -1, 64)
			}
		}
		text = append(text, '\n')
	}
	return safefile.Write(filepath.Join(r.Dir, "metrics.csv"), text)
}

// writeArrow writes the rows as an Arrow IPC file: the step as int64, the others as
// float64.
func writeArrow(w io.WriteSeeker, columns []string, rows [][]float64) error {
	fields := []arrow.Field{{Name: columns[0], Type: arrow.PrimitiveTypes.Int64}}
	for _, c := range columns[1:] {
		fields = append(fields, arrow.Field{Name: c, Type: arrow.PrimitiveTypes.Float64, Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	for _, row := range rows {
		b.Field(0).(*array.Int64Builder).Append(int64(row[0]))
		for i, v := range row[1:] {
			if f := b.Field(1 + i).(*array.Float64Builder); math.IsNaN(v) {
				f.AppendNull()
			} else {
				f.Append(v)
			}
		}
	}
	rec := b.NewRecord()
	defer rec.Release()
	file, err := ipc.NewFileWriter(w, ipc.WithSchema(schema))
	if err != nil {
		return err
	}
	if err := file.Write(rec); err != nil {
		return err
	}
	return file.Close()
}
