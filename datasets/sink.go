package datasets

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Names of files that are not finished begin and end like this. A dot keeps them
// out of most listings and globs.
const (
	partialPrefix = "."
	partialSuffix = ".partial"
)

// sink writes one file that appears under its name whole or not at all: commit
// syncs what was written aside, renames it and syncs the folder; discard removes
// it. A process that is killed leaves a partial file, which the next run removes.
// The sink keeps its first error and returns it from then on, so that a writer
// above it that loses errors does no harm.
type sink struct {
	path    string // final name
	partial string // name while it is written
	file    *os.File
	out     *bufio.Writer
	sum     hash.Hash
	size    int64
	err     error
}

// createSink starts a file that is to become path.
func createSink(path string) (*sink, error) {
	dir, name := filepath.Split(path)
	partial := filepath.Join(dir, partialPrefix+name+partialSuffix)
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, diskError(partial, err)
	}
	s := &sink{path: path, partial: partial, file: f, sum: sha256.New()}
	s.out = bufio.NewWriterSize(f, 1<<20)
	return s, nil
}

// Write writes p.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.size += int64(n)
	s.sum.Write(p[:n])
	if err != nil {
		s.err = diskError(s.partial, err)
	}
	return n, s.err
}

// Seek tells where the next byte goes. It cannot move there: Arrow's file writer
// only asks.
func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("datasets: a shard is written from start to end")
	}
	return s.size, nil
}

// commit makes the file appear under its name, or removes it and returns why not.
func (s *sink) commit() error {
	if s.err == nil {
		s.err = s.publish()
	}
	if s.err != nil {
		s.discard()
	}
	return s.err
}

func (s *sink) publish() error {
	if err := s.out.Flush(); err != nil {
		return diskError(s.partial, err)
	}
	if err := s.file.Sync(); err != nil {
		return diskError(s.partial, err)
	}
	if err := s.file.Close(); err != nil {
		return diskError(s.partial, err)
	}
	if err := os.Rename(s.partial, s.path); err != nil {
		return diskError(s.path, err)
	}
	return syncDir(filepath.Dir(s.path))
}

// discard gives the file up and removes what was written of it.
func (s *sink) discard() {
	s.file.Close() // a second Close does no harm
	os.Remove(s.partial)
}

// digest returns the SHA-256 of what was written, in hexadecimal.
func (s *sink) digest() string { return hex.EncodeToString(s.sum.Sum(nil)) }

// syncDir makes renames in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return diskError(dir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return diskError(dir, err)
	}
	return nil
}

// writeWhole writes a small file whole or not at all.
func writeWhole(path string, data []byte) error {
	s, err := createSink(path)
	if err != nil {
		return err
	}
	s.Write(data) // commit returns the error
	return s.commit()
}

// diskError adds to an error of the file system where it came up and what can be
// done about it.
func diskError(path string, err error) error {
	var perr *fs.PathError
	var lerr *os.LinkError
	switch { // the path is named here
	case errors.As(err, &perr):
		err = perr.Err
	case errors.As(err, &lerr):
		err = lerr.Err
	}
	mend := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		mend = ": free some space there or choose another folder; finished shards are kept, and the run goes on with --resume"
	case errors.Is(err, syscall.EFBIG):
		mend = ": raise the limit on file sizes (ulimit -f) or make shards smaller (--shard-games)"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		mend = ": choose a folder that you may write to (--out)"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		mend = ": choose a folder (--out), not a file or what lies below one"
	}
	return fmt.Errorf("writing %s: %w%s", path, err, mend)
}
