package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"rummygym/train"
)

// replaceFile puts what write writes at path in one step: the file is whole, or as it
// was before.
func replaceFile(path string, write func(io.Writer) error) error {
	return train.ReplaceFile(path, func(f *os.File) error {
		w := bufio.NewWriter(f)
		return errors.Join(write(w), w.Flush())
	})
}
