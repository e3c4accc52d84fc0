package train

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

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
	return safefile.Write(filepath.Join(r.Dir, metricsCSV), appendCSV(nil, r.columns(), rows))
}

// metricsCSV is the name of the file of metrics in the format [CSV].
const metricsCSV = "metrics." + string(CSV)

// appendCSV appends the rows as CSV.
func appendCSV(text []byte, columns []string, rows [][]float64) []byte {
	text = append(append(text, strings.Join(columns, ",")...), '\n')
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
	return text
}

// Metrics is the metrics of a run.
type Metrics struct {
	Identity string // Run.Identity
	Columns  []string
	Rows     [][]float64 // as in Result
}

// ReadMetrics returns the metrics of the run in a folder as of its last checkpoint. They come
// from the checkpoint, whose digest is verified. A file metrics.csv that differs from them, and
// is not one of an earlier checkpoint, is an error.
func ReadMetrics(dir string) (*Metrics, error) {
	path := filepath.Join(dir, CheckpointFile)
	data, err := safefile.Read(path)
	if err != nil {
		return nil, err
	}
	s, _, err := parseProgress(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Metrics{s.identity, s.columns, s.Rows}, checkMetrics(dir, s.columns, s.Rows)
}

// checkMetrics returns an error if the file metrics.csv exists and differs from the rows of the
// checkpoint. It may have fewer rows, because the checkpoint is written first.
func checkMetrics(dir string, columns []string, rows [][]float64) error {
	path := filepath.Join(dir, metricsCSV)
	want := appendCSV(nil, columns, rows)
	have, err := safefile.ReadStart(path, len(want)+1)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if bytes.HasPrefix(want, have) && bytes.HasSuffix(have, []byte("\n")) {
		return nil
	}
	line := 1
	for i := range have {
		if i >= len(want) || have[i] != want[i] {
			break
		}
		if have[i] == '\n' {
			line++
		}
	}
	return fmt.Errorf("%s: line %d is not that of the checkpoint: the file is damaged or was changed: delete it, and a resumed run writes it again", path, line)
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
