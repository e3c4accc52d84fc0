package shard

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"

	"rummygym/datasets"
	"rummygym/internal/safefile"
)

// sink writes one file atomically: it writes under another name, and commit syncs
// and renames the file and syncs the folder; discard removes it. The other name is
// like no other's, so that on file systems without locks two processes can write the
// same file. A killed process leaves a partial file, which the next run removes. The sink stores its first error
// and returns it from then on, so that no error is lost if a writer above it ignores
// one.
type sink struct {
	name    string // final name in the dataset, with slashes
	path    string // final name
	partial string // name while it is being written, in the folder of the dataset
	file    *os.File
	out     *bufio.Writer
	sums    *datasets.Digester
	size    int64
	err     error
}

// createSink starts a file that will be renamed to the given name in the folder of a dataset. Until
// then it is in that folder itself, so that those of the tables never hold anything else.
func createSink(dir, name string) (*sink, error) {
	partial := filepath.Join(dir, datasets.PartialPrefix+path.Base(name)+"."+rand.Text()+datasets.PartialSuffix)
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, DiskError(partial, err)
	}
	s := &sink{name: name, path: filepath.Join(dir, filepath.FromSlash(name)), partial: partial, file: f, sums: datasets.NewDigester()}
	s.out = bufio.NewWriterSize(f, 1<<20)
	return s, nil
}

// Write writes p.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.out.Write(p)
	s.sums.Write(p[:n])
	s.size += int64(n)
	if err != nil {
		s.err = DiskError(s.partial, err)
	}
	return n, s.err
}

// Seek returns the current position. It cannot move it; Arrow's file writer only
// asks for it.
func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("datasets: a shard can only be written from start to end")
	}
	return s.size, nil
}

// commit renames the file to its final name. On error it removes the file instead.
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
		return DiskError(s.partial, err)
	}
	if err := s.file.Sync(); err != nil {
		return DiskError(s.partial, err)
	}
	if err := s.file.Close(); err != nil {
		return DiskError(s.partial, err)
	}
	dir, table := filepath.Dir(s.partial), filepath.Dir(s.path)
	if err := os.MkdirAll(table, 0o777); err != nil {
		return DiskError(table, err)
	}
	if err := os.Rename(s.partial, s.path); err != nil {
		return DiskError(s.path, err)
	}
	if table != dir {
		if err := syncDir(table); err != nil {
			return err
		}
	}
	return syncDir(dir)
}

// discard closes and removes the unfinished file.
func (s *sink) discard() {
	s.file.Close() // closing twice is harmless
	os.Remove(s.partial)
}

// syncDir makes renames in a folder durable.
func syncDir(dir string) error {
	if err := safefile.SyncFolder(dir); err != nil {
		return DiskError(dir, err)
	}
	return nil
}

// WriteFile writes a small file atomically.
func WriteFile(dir, name string, data []byte) error {
	s, err := createSink(dir, name)
	if err != nil {
		return err
	}
	s.Write(data) // commit returns the error
	return s.commit()
}

// DiskError adds to a file system error the path and what the user can do about
// it.
func DiskError(path string, err error) error {
	var perr *fs.PathError
	var lerr *os.LinkError
	switch { // the message names the path itself
	case errors.As(err, &perr):
		err = perr.Err
	case errors.As(err, &lerr):
		err = lerr.Err
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
