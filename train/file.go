package train

import (
	"errors"
	"os"
	"path/filepath"
)

// ReplaceFile puts what write writes at path in one step: the file is whole, or as it
// was before, also after a crash. What is written aside, as ".NAME.new" beside it,
// stays behind if the process is killed, and the next call takes its place.
func ReplaceFile(path string, write func(*os.File) error) (err error) {
	dir, name := filepath.Split(path)
	aside := filepath.Join(dir, "."+name+".new")
	f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // a second close after the first is harmless
			_ = os.Remove(aside)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(aside, path); err != nil {
		return err
	}
	d, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// replace is ReplaceFile with data.
func replace(path string, data []byte) error {
	return ReplaceFile(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}
