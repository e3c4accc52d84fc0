// Package safefile writes files that a crash or a second process cannot damage, and finds
// damage of other kinds when it reads them:
//
//	Replace, Write    old or new contents after a crash, never a part
//	Seal, Read        a digest inside the file, of all its bytes
//	WriteJSON, …      the same for JSON
//	Lock, LockFile    one process at a time, also after a kill
//
// A digest detects damage and confusion, not malice: whoever changes a file on purpose can
// compute its digest.
package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// asideSuffix is the end of the names of files in the making. They begin with a dot and the
// final name.
const asideSuffix = ".new"

// Replace atomically replaces the file at path with what write writes: after a crash, the
// file has either its old or its new contents. It writes to a file ".NAME.DIGITS.new" in the
// same folder first, which nobody else writes to. A killed process may leave that file; the
// next Replace of the same path removes it.
func Replace(path string, write func(*os.File) error) error {
	return publish(path, write, func(aside string) error { return os.Rename(aside, path) })
}

// Create is like [Replace], but if there is a file at path in the end, it is an error that
// matches [fs.ErrExist], and the file is unchanged.
func Create(path string, write func(*os.File) error) error {
	return publish(path, write, func(aside string) error {
		err := os.Link(aside, path)
		if err == nil {
			return os.Remove(aside)
		}
		if _, found := os.Lstat(path); found == nil {
			return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
		}
		return os.Rename(aside, path) // a file system without hard links
	})
}

// Write is [Replace] for data in memory.
func Write(path string, data []byte) error {
	return Replace(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// WriteError is a failure to write a file.
type WriteError struct {
	Path string
	Err  error
	Mend string // what the user can do, "" or beginning with ": "
}

// Error names the file and the failure.
func (e *WriteError) Error() string { return fmt.Sprintf("writing %s: %v%s", e.Path, e.Err, e.Mend) }

// Unwrap returns the failure.
func (e *WriteError) Unwrap() error { return e.Err }

// publish writes a file beside path, syncs it, gives it its name and syncs the folder.
func publish(path string, write func(*os.File) error, rename func(aside string) error) error {
	d, err := NewDraft(path)
	if err != nil {
		return err
	}
	if err := write(d.File); err != nil {
		d.Discard()
		return d.Explain(err)
	}
	return d.publish(rename)
}

// Draft is a file in the making for a path, see [Replace]. [Draft.Publish] gives it the name, [Draft.Discard] removes it.
type Draft struct {
	*os.File
	path string
}

// NewDraft creates a file in the making.
func NewDraft(path string) (*Draft, error) {
	dir, name := filepath.Split(path)
	f, err := createAside(filepath.Clean(dir), name)
	if err != nil {
		return nil, &WriteError{Path: path, Err: err}
	}
	return &Draft{f, path}, nil
}

// Publish syncs the file, gives it its name and syncs the folder. After an error the file is removed.
func (d *Draft) Publish() error {
	return d.publish(func(aside string) error { return os.Rename(aside, d.path) })
}

func (d *Draft) publish(rename func(aside string) error) error {
	err := errors.Join(d.Chmod(0o644), d.Sync())
	if err == nil && !movesOpen {
		err = d.Close()
	}
	if err == nil {
		err = rename(d.Name()) // before the close, which releases the lock
	}
	if err == nil && movesOpen {
		err = d.Close()
	}
	if err == nil {
		err = SyncFolder(filepath.Dir(d.path))
	}
	if err != nil {
		d.Discard()
		err = &WriteError{Path: d.path, Err: bare(err, d.Name())}
	}
	return err
}

// Discard closes and removes the file.
func (d *Draft) Discard() {
	_ = os.Remove(d.Name())
	_ = d.Close() // closing twice is harmless
}

// Explain returns an error of writing the file as a *[WriteError], and another error, of what is written, as it is.
func (d *Draft) Explain(err error) error {
	if at := bare(err, d.Name()); at != err {
		return &WriteError{Path: d.path, Err: at}
	}
	return err
}

// bare returns the error of a file without its name, if err is one.
func bare(err error, name string) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) && at.Path == name {
		return at.Err
	}
	return err
}

// movesOpen is whether the system renames and removes files that are open.
const movesOpen = runtime.GOOS != "windows"

// SyncFolder makes the names of the files in a folder durable. It does nothing where the system or the
// file system cannot: Windows has no such call.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// createAside creates and locks a file in the making for the given name. It first removes
// those that killed processes have left.
func createAside(dir, name string) (*os.File, error) {
	old, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range old {
		if digits, ok := strings.CutPrefix(e.Name(), "."+name+"."); ok && strings.HasSuffix(digits, asideSuffix) {
			removeUnlocked(filepath.Join(dir, e.Name()))
		}
	}
	for {
		f, err := os.CreateTemp(dir, "."+name+".*"+asideSuffix)
		if err != nil {
			return nil, err
		}
		if err := lock(f); errors.Is(err, ErrLocked) || err == nil && !names(f.Name(), f) {
			f.Close() // another process has just removed it
			continue
		} else if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			f.Close()
			return nil, errors.Join(err, os.Remove(f.Name()))
		}
		return f, nil
	}
}

// removeUnlocked removes a regular file unless a process holds its lock, or locks are not
// supported.
func removeUnlocked(path string) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if lock(f) == nil {
		_ = os.Remove(path)
	}
}

// names reports whether path still names the open file f.
func names(path string, f *os.File) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}
