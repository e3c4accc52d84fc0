//go:build nofiles && !js

package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// folder is the folder of [Files], "" before [Open].
var folder string

// Open sets the folder of [Files], from which agents read them when they need them. It is an error if one is missing. A program
// calls Open before everything else.
func Open(path string) error {
	path, err := filepath.Abs(path)
	for _, f := range Files {
		if err == nil {
			_, err = os.Stat(filepath.Join(path, f.Name))
		}
	}
	if err != nil {
		return fmt.Errorf("a built-in network or table: %w: install the package rummygym again", err)
	}
	folder = path
	return nil
}

// Content returns the content of a file, nil if it is none of [Files].
func Content(name string) []byte {
	if !slices.ContainsFunc(Files, func(f File) bool { return f.Name == name }) {
		return nil
	}
	if folder == "" {
		panic("builtin: this library needs the folder of the built-in networks and tables: call rummygym_files first")
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		panic("builtin: " + err.Error() + ": install the package rummygym again")
	}
	return data
}
