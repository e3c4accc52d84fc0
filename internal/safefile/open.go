package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrUnreadable marks the errors of what is not a file that can be read. Match it with errors.Is.
var ErrUnreadable = errors.New("unreadable file")

// unreadable is an error that matches [ErrUnreadable].
type unreadable string

func (e unreadable) Error() string      { return string(e) }
func (unreadable) Is(target error) bool { return target == ErrUnreadable }

// Open opens a regular file for reading, or a symbolic link to one. It refuses everything
// else: a folder has no bytes, a FIFO may wait for ever, a device may have no end.
func Open(path string) (*os.File, error) { return open(path, 0) }

// OpenStream is [Open] for input that is read once from its start: it opens a FIFO too, as shells make one for
// <(command). A FIFO waits for a writer.
func OpenStream(path string) (*os.File, error) { return open(path, fs.ModeNamedPipe) }

// open opens a regular file, or one of another kind that is allowed.
func open(path string, allowed fs.FileMode) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = check(path, info.Mode(), allowed)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// OpenInRoot is [Open] for a file in a folder. It follows no link out of the folder.
func OpenInRoot(dir *os.Root, name string) (*os.File, error) {
	info, err := dir.Stat(name)
	if err == nil {
		err = check(filepath.Join(dir.Name(), name), info.Mode(), 0)
	}
	if err != nil {
		return nil, err
	}
	return dir.Open(name)
}

// check returns an error for what is neither a regular file nor of the kind that is allowed.
func check(path string, m, allowed fs.FileMode) error {
	if m.IsRegular() || m&allowed != 0 {
		return nil
	}
	return unreadable(fmt.Sprintf("%s is a %s, not a regular file: name a file", path, kind(m)))
}

// IsFIFO reports whether there is a FIFO at path.
func IsFIFO(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// ReadStart returns the contents of a regular file, but at most the first max bytes.
func ReadStart(path string, max int) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(max)))
}

// ReadAll returns the contents of a regular file, which has at most max bytes.
func ReadAll(path string, max int) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(max)+1))
	if err == nil && len(data) > max {
		return nil, unreadable(fmt.Sprintf("%s has more than %d bytes, the maximum", path, max))
	}
	return data, err
}

// kind names what is not a regular file.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "folder"
	case m&fs.ModeNamedPipe != 0:
		return "FIFO"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&fs.ModeDevice != 0:
		return "device"
	}
	return "special file"
}
