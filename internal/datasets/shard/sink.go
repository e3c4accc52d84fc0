package shard

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"rummygym/datasets"
	"rummygym/internal/safefile"
)

// sink writes one file atomically and computes its digest. It stores its first error
// and returns it from then on, so that no error is lost if a writer above it ignores
// one.
type sink struct {
	path string
	file *safefile.Draft
	out  *bufio.Writer
	sum  *datasets.Digester
	err  error
}

// createSink starts a file of the dataset in a folder.
func createSink(dir, name string) (*sink, error) {
	s := &sink{path: filepath.Join(dir, filepath.FromSlash(name)), sum: datasets.NewDigester()}
	err := os.MkdirAll(filepath.Dir(s.path), 0o777)
	if err == nil {
		s.file, err = safefile.NewDraft(s.path)
	}
	if err != nil {
		return nil, DiskError(s.path, err)
	}
	s.out = bufio.NewWriterSize(s.file, 1<<20)
	return s, nil
}

// Write writes p.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.sum.Write(p[:n])
	if err != nil {
		s.err = DiskError(s.path, err)
	}
	return n, s.err
}

// commit gives the file its name. On error it removes the file instead.
func (s *sink) commit() error {
	if s.err == nil {
		if err := s.out.Flush(); err != nil {
			s.err = DiskError(s.path, err)
		}
	}
	if s.err != nil {
		s.file.Discard()
	} else if err := s.file.Publish(); err != nil {
		s.err = DiskError(s.path, err)
	}
	return s.err
}

// DiskError adds to a file system error the path and what the user can do about
// it.
func DiskError(path string, err error) error {
	var werr *safefile.WriteError
	var perr *fs.PathError
	var lerr *os.LinkError
	switch { // the message names the path itself
	case errors.As(err, &perr):
		err = perr.Err
	case errors.As(err, &lerr):
		err = lerr.Err
	case errors.As(err, &werr):
		err = werr.Err
	}
	mend := ""
	switch {
	case NoSpace(err):
		mend = ": free some space there or choose another folder"
	case errors.Is(err, syscall.EFBIG):
		mend = ": raise the limit on file sizes (ulimit -f)"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		mend = ": choose a folder with write permission (--out)"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		mend = ": choose a folder (--out), not a file or a path below a file"
	}
	return &safefile.WriteError{Path: path, Err: err, Mend: mend}
}

// NoSpace reports whether a file could not be written because the disk is full.
func NoSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
