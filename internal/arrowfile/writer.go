package arrowfile

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// NewWriter returns a writer that writes an Arrow IPC file to w. zstd compresses it.
// The caller closes the writer first and then w.
func NewWriter(w io.Writer, schema *arrow.Schema, zstd bool) (*ipc.FileWriter, error) {
	options := []ipc.Option{ipc.WithSchema(schema)}
	if zstd {
		options = append(options, ipc.WithZstd())
	}
	return ipc.NewFileWriter(&offset{w: w}, options...)
}

// offset counts the bytes written. Arrow's writer only seeks to find the current offset.
type offset struct {
	w  io.Writer
	at int64
}

func (o *offset) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.at += int64(n)
	return n, err
}

// Seek returns the number of bytes written. Any seek that moves is an error.
func (o *offset) Seek(by int64, whence int) (int64, error) {
	if by != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("arrowfile: seek by %d with whence %d: only the current offset is available", by, whence)
	}
	return o.at, nil
}
