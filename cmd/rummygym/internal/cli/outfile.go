package cli

import (
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
