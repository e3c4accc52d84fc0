package recipe

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"rummygym/internal/options"
	"rummygym/internal/safefile"
)

// An OutFile is a file to write, whose path is the value of an option. A file that exists is left as it
// is, unless the option overwrite is set.
type OutFile struct {
	Option    string // the name of the option
	Path      string // "": no file
	Overwrite bool
}

// Options returns the option of a name, whose value is the path, and overwrite.
func (o *OutFile) Options(name, doc string) options.List {
	o.Option = name
	return options.List{
		options.New(&o.Path, name, doc).In("Output"),
		options.New(&o.Overwrite, "overwrite", "replace the file given by --"+name+" if it exists").In("Output"),
	}
}

// Check returns an error if the file cannot be written, so that this is known before hours of
// work. A recipe that resumes may find the file that it wrote before it was killed: see Write.
func (o *OutFile) Check(resumes bool) error {
	if o.Path == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(o.Path)); err != nil {
		return fmt.Errorf("--%s: %s cannot be written: %w", o.Option, o.Path, err)
	}
	if !resumes && !o.Overwrite && safefile.Exists(o.Path) {
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
	if o.Overwrite {
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
	if o.Overwrite {
		publish = safefile.Replace
	} else if err := o.Check(false); err != nil {
		return err
	}
	err := publish(o.Path, func(f *os.File) error {
		b := bufio.NewWriter(f)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	})
	if errors.Is(err, fs.ErrExist) {
		return o.exists()
	}
	return err
}

// exists returns the error for a file that must not be there.
func (o *OutFile) exists() error {
	return options.FileFault(fmt.Errorf("--%s: the file %s already exists: name another file, or replace it with --overwrite", o.Option, o.Path))
}
