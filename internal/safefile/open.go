package safefile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Open opens a regular file for reading, or a symbolic link to one. It refuses everything
// else: a folder has no bytes, a FIFO may wait for ever, a device may have no end.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = checkRegular(path, info)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// OpenIn is [Open] for a file in a folder. It follows no link out of the folder.
func OpenIn(dir *os.Root, name string) (*os.File, error) {
	info, err := dir.Stat(name)
	if err == nil {
		err = checkRegular(filepath.Join(dir.Name(), name), info)
	}
	if err != nil {
		return nil, err
	}
	return dir.Open(name)
}

func checkRegular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("%s is a %s, not a regular file: name a file", path, kind(info.Mode()))
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
	data, err := ReadStart(path, max+1)
	if err == nil && len(data) > max {
		return nil, fmt.Errorf("%s has more than %d bytes, the maximum", path, max)
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
