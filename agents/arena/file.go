package arena

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes the played games to a file, as [WriteGames] does. The write is atomic,
// also in a crash: it writes a temporary file, syncs it and renames it.
func WriteFile(path string, res *Result) error {
	return replace(path, func(w io.Writer) error { return WriteGames(w, res) })
}

// ReadFile reads a file that [WriteFile] wrote.
func ReadFile(path string) (*Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	defer f.Close()
	res, err := ReadGames(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return res, nil
}

// replace atomically replaces the file at path with the output of write.
func replace(path string, write func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("arena: %s is unchanged: %w", path, err)
			_ = f.Close() // a second close after the first is harmless
			_ = os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriterSize(f, 1<<16)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir syncs a directory, so that a rename in it survives a crash of the machine.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
