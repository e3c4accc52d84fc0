package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"rummygym/internal/safefile"
)

// UnsavedError reports that a move was made, and the file of records could not be written.
type UnsavedError struct{ Err error }

// Error returns the reason.
func (e *UnsavedError) Error() string { return "the game is not saved: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *UnsavedError) Unwrap() error { return e.Err }

// file is the file of records. No other process writes to it while it is open.
type file struct {
	path    string // "": none
	release func()
}

// create opens a file that is to be written. It must not exist, unless it is replaced.
func (f *file) create(path string, replace bool) error {
	if err := f.open(path); err != nil || path == "" || replace {
		return err
	}
	err := safefile.Create(path, func(*os.File) error { return nil })
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the file %s exists already: name another file, continue its games, or replace it", path)
	}
	return err
}

// open locks the file.
func (f *file) open(path string) (err error) {
	if path == "" {
		return nil
	}
	if f.release, err = safefile.LockFile(path); err != nil {
		return err
	}
	f.path = path
	return nil
}

func (f *file) close() {
	if f.release != nil {
		f.release()
		f.release = nil
	}
}

// save writes the records of all games.
func (s *Session) save() error {
	if s.file.path == "" {
		return nil
	}
	if err := safefile.Write(s.file.path, s.Records()); err != nil {
		return &UnsavedError{err}
	}
	return nil
}
