package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLocked is matched by the errors of locks that another process holds, or another open file
// of this one.
var ErrLocked = errors.New("another process is writing to it")

// Lock makes this process the only one that may write to a folder, until release is called
// or the process ends, in whatever way. It returns an error if another process holds the
// lock. On systems without such locks it does nothing: there, do not write to one folder
// from two processes.
func Lock(dir string) (release func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := hold(d, dir, "folder"); err != nil {
		return nil, err
	}
	return func() { d.Close() }, nil
}

// LockFile is [Lock] for a single file, which need not exist. It locks a file ".NAME.lock"
// beside it, which release removes. A killed process leaves that file, but not the lock.
func LockFile(path string) (release func(), err error) {
	dir, name := filepath.Split(path)
	beside := filepath.Join(dir, "."+name+".lock")
	for {
		f, err := os.OpenFile(beside, os.O_RDWR|os.O_CREATE, 0o644)
		if at := (*fs.PathError)(nil); errors.As(err, &at) {
			at.Path = path
		}
		if err != nil {
			return nil, err
		}
		if err := hold(f, path, "file"); err != nil {
			return nil, err
		}
		if names(beside, f) {
			return func() {
				if !movesOpen {
					f.Close()
				}
				_ = os.Remove(beside) // while it is locked, so that nobody else's file is removed
				f.Close()
			}, nil
		}
		f.Close() // its last owner has removed it meanwhile
	}
}

// hold locks f for what is at path. After an error f is closed.
func hold(f *os.File, path, kind string) error {
	switch err := lock(f); {
	case errors.Is(err, ErrLocked):
		f.Close()
		return fmt.Errorf("%s: %w: wait until it ends or choose another %s", path, ErrLocked, kind)
	case err != nil && !errors.Is(err, errors.ErrUnsupported):
		f.Close()
		return fmt.Errorf("%s: locking: %w", path, err)
	}
	return nil
}
