package cli

import (
	"bufio"
	"errors"
	"io"
	"os"

	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/recipe"
)

// OutFile is a file that a command writes; see [recipe.OutFile].
type OutFile struct{ recipe.OutFile }

// Options returns the option of that name, and overwrite.
func (o *OutFile) Options(name, usage string) options.List {
	o.Option = name
	return options.List{
		options.New(&o.Path, name, usage).In("Output"),
		options.New(&o.Overwrite, "overwrite", "replace the file of --"+name+" if it exists").In("Output"),
	}
}

// ReplaceFile atomically replaces the file at path by the output of write. After an error
// the file is unchanged.
func ReplaceFile(path string, write func(io.Writer) error) error {
	return safefile.Replace(path, func(f *os.File) error {
		b := bufio.NewWriter(f)
		return errors.Join(write(b), b.Flush())
	})
}
