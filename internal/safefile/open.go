package safefile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens a regular file for reading, or a symbolic link to one. It refuses everything
// else: a folder has no bytes, a FIFO may wait for ever, a device may have no end.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a %s: want a regular file", path, kind(info.Mode()))
	}
	return os.Open(path)
}

// Read returns the contents of a regular file of at most max bytes.
func Read(path string, max int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > max {
		return nil, fmt.Errorf("%s has more than %d bytes, the maximum", path, max)
	}
	return data, nil
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
