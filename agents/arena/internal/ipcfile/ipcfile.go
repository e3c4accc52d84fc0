// Package ipcfile opens Arrow IPC file writers on streams that cannot seek, such
// as a pipe.
package ipcfile

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
)

// NewWriter returns a writer of an Arrow IPC file, compressed with zstd. The
// caller closes it, and then w.
func NewWriter(w io.Writer, schema *arrow.Schema) (*ipc.FileWriter, error) {
	return ipc.NewFileWriter(&offset{w: w}, ipc.WithSchema(schema), ipc.WithZstd())
}

// offset counts what is written. Arrow's writer asks it where it stands and
// never moves.
type offset struct {
	w  io.Writer
	at int64
}

func (o *offset) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.at += int64(n)
	return n, err
}

// Seek returns how much was written. Any other request is an error.
func (o *offset) Seek(by int64, whence int) (int64, error) {
	if by != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("ipcfile: seek to %d from %d: only the current place can be asked for", by, whence)
	}
	return o.at, nil
}
