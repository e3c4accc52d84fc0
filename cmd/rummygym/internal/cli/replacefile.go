package cli

import (
	"bufio"
	"errors"
	"io"
	"os"

	"rummygym/train"
)

// ReplaceFile atomically replaces the file at path by the output of write. After an error
// the file is unchanged.
func ReplaceFile(path string, write func(io.Writer) error) error {
	return train.ReplaceFile(path, func(f *os.File) error {
		w := bufio.NewWriter(f)
		return errors.Join(write(w), w.Flush())
	})
}
