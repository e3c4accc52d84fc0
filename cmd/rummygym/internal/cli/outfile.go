package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rummygym/internal/safefile"
	"rummygym/options"
)

// OutFile is a flag that names a file to write, with the flag --overwrite. Without that flag
// a file that exists is left as it is.
type OutFile struct {
	Path string // "": no file

	name      string // of the flag
	overwrite bool
}

// Options returns the option of that name, and overwrite.
func (o *OutFile) Options(name, usage string) options.List {
	o.name = name
	return options.List{
		options.New(&o.Path, name, usage).In("Output"),
		options.New(&o.overwrite, "overwrite", "replace the file of --"+name+" if it exists").In("Output"),
	}
}

// Check returns an error if the file cannot be written, so that this is known before hours of
// work. A command that resumes may find the file that it wrote before it was killed: see Write.
func (o *OutFile) Check(resumes bool) error {
	if o.Path == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(o.Path)); err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", o.name, o.Path, err)
	}
	if !resumes && !o.overwrite && Exists(o.Path) {
		return o.exists()
	}
	return nil
}

// Write writes the output of write to the file, if there is one. A file that exists with the
// same contents is left. After an error the file is unchanged.
func (o *OutFile) Write(write func(io.Writer) error) error {
	if o.Path == "" {
		return nil
	}
	var data bytes.Buffer
	if err := write(&data); err != nil {
		return err
	}
	publish := safefile.Create
	if o.overwrite {
		publish = safefile.Replace
	} else if have, err := safefile.ReadStart(o.Path, data.Len()+1); err == nil && bytes.Equal(have, data.Bytes()) {
		return nil
	}
	err := publish(o.Path, func(f *os.File) error {
		_, err := f.Write(data.Bytes())
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return o.exists()
	}
	return err
}

// Stream is [OutFile.Write] for output that may not fit into memory. A file that exists is
// not compared.
func (o *OutFile) Stream(write func(io.Writer) error) error {
	publish := safefile.Create
	if o.overwrite {
		publish = safefile.Replace
	} else if err := o.Check(false); err != nil {
		return err
	}
	err := publish(o.Path, func(f *os.File) error {
		b := bufio.NewWriter(f)
		return errors.Join(write(b), b.Flush())
	})
	if errors.Is(err, fs.ErrExist) {
		return o.exists()
	}
	return err
}

func (o *OutFile) exists() error {
	return FileFault(fmt.Errorf("--%s: the file %s exists already: name another file, or replace it with --overwrite", o.name, o.Path))
}

// ReplaceFile atomically replaces the file at path by the output of write. After an error
// the file is unchanged.
func ReplaceFile(path string, write func(io.Writer) error) error {
	return safefile.Replace(path, func(f *os.File) error {
		b := bufio.NewWriter(f)
		return errors.Join(write(b), b.Flush())
	})
}

// FreeName returns path, or if that is taken, the first of "NAME-2.EXT", "NAME-3.EXT" and so
// on that is not. The function taken is usually [Exists].
func FreeName(path string, taken func(path string) bool) string {
	ext := filepath.Ext(path)
	free := path
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d%s", path[:len(path)-len(ext)], n, ext)
	}
	return free
}

// Exists reports whether there is a file or folder at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
