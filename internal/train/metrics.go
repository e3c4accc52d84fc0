package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"rummygym/internal/safefile"
)

// metricsCSV is the file of metrics: one row per Run.Every steps, with the columns of
// Result.Columns. A value that was not measured is empty.
const metricsCSV = "metrics.csv"

// writeMetrics writes the rows of metrics.
func (r *Run) writeMetrics(rows [][]float64) error {
	return safefile.Write(filepath.Join(r.Dir, metricsCSV), appendCSV(nil, r.columns(), rows))
}

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

// EventsFile is the file of a run that TensorBoard reads: the values of the metrics as
// scalars, by step.
const EventsFile = "events.out.tfevents.0.rummygym"

// Numbers of the fields of the messages Event, Summary and Summary.Value of TensorBoard's
// protocol buffers (event.proto and summary.proto).
const (
	eventWallTime    = 1
	eventStep        = 2
	eventFileVersion = 3
	eventSummary     = 5
	summaryValue     = 1
	valueTag         = 1
	valueSimple      = 2
)

// appendEvents appends the events of the rows of metrics. The time of an event is that of its row, or the step if
// that is not known. Values that were not measured are left out.
func appendEvents(text []byte, columns []string, rows [][]float64, times map[int64]float64) []byte {
	version := protowire.AppendTag(appendTime(nil, 0), eventFileVersion, protowire.BytesType)
	text = appendRecord(text, protowire.AppendString(version, "brain.Event:2"))
	for _, row := range rows {
		step := int64(row[0])
		var summary []byte
		for i, v := range row[1:] {
			if math.IsNaN(v) {
				continue
			}
			value := protowire.AppendTag(nil, valueTag, protowire.BytesType)
			value = protowire.AppendString(value, columns[1+i])
			value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
			value = protowire.AppendFixed32(value, math.Float32bits(float32(v)))
			summary = protowire.AppendTag(summary, summaryValue, protowire.BytesType)
			summary = protowire.AppendBytes(summary, value)
		}
		at, ok := times[step]
		if !ok {
			at = row[0]
		}
		event := protowire.AppendTag(appendTime(nil, at), eventStep, protowire.VarintType)
		event = protowire.AppendVarint(event, uint64(step))
		event = protowire.AppendTag(event, eventSummary, protowire.BytesType)
		text = appendRecord(text, protowire.AppendBytes(event, summary))
	}
	return text
}

// appendTime appends the time of an event.
func appendTime(event []byte, at float64) []byte {
	event = protowire.AppendTag(event, eventWallTime, protowire.Fixed64Type)
	return protowire.AppendFixed64(event, math.Float64bits(at))
}

// appendRecord appends a record of a TFRecord file: length, its checksum, data, their
// checksum.
func appendRecord(text, data []byte) []byte {
	at := len(text)
	text = binary.LittleEndian.AppendUint64(text, uint64(len(data)))
	text = binary.LittleEndian.AppendUint32(text, maskedChecksum(text[at:]))
	text = append(text, data...)
	return binary.LittleEndian.AppendUint32(text, maskedChecksum(data))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// maskedChecksum returns the checksum of a TFRecord file: a rotated CRC-32C plus a constant.
func maskedChecksum(data []byte) uint32 {
	sum := crc32.Checksum(data, castagnoli)
	return (sum>>15 | sum<<17) + 0xa282ead8
}

// writeEvents brings the events file of the run up to the rows. It appends to the file that is
// there, because TensorBoard keeps the file open and reads what is added; a file with other
// bytes, such as half an event after a kill, is written again.
func (r *Run) writeEvents(rows [][]float64) (err error) {
	path := filepath.Join(r.Dir, EventsFile)
	want := appendEvents(nil, r.columns(), rows, r.clock.times())
	have, err := safefile.ReadStart(path, len(want)+1)
	if err == nil && bytes.Equal(have, want) {
		return nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) || err == nil && !bytes.HasPrefix(want, have) || len(have) == 0 {
		return safefile.Write(path, want)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Seek(int64(len(have)), io.SeekStart); err != nil {
		return err
	}
	_, err = f.Write(want[len(have):])
	return err
}
