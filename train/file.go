package train

import (
	"errors"
	"os"
	"path/filepath"
)

// ReplaceFile atomically replaces the file at path with what write writes: after a
// crash, the file has either its old or its new contents. It writes to ".NAME.new" in
// the same folder first. A killed process may leave that file; the next call replaces it.
func ReplaceFile(path string, write func(*os.File) error) (err error) {
	dir, name := filepath.Split(path)
	aside := filepath.Join(dir, "."+name+".new")
	f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // closing twice is harmless
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

// replace is ReplaceFile for data in memory.
func replace(path string, data []byte) error {
	return ReplaceFile(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}
