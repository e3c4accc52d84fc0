package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// replaceFile puts what write writes at path in one step: the file is whole, or as
// it was before.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // a second close after the first is harmless
			_ = os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
