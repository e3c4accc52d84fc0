//go:build linux

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree is the content of a folder: for every file the digest of its bytes, for every other
// entry its mode.
type tree map[string]string

// read returns the content of the folder at dir, without the files that match skip. A folder
// that does not exist is empty.
func read(dir string, skip func(string) bool) (tree, error) {
	t := tree{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		name, err := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case skip != nil && skip(name):
		case d.Type().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			t[name] = fmt.Sprintf("%d bytes %x", len(data), sha256.Sum256(data))
		case !d.IsDir():
			t[name] = d.Type().String()
		}
		return nil
	})
	return t, err
}

// differs returns the differences of a tree from the one that was wanted, or "".
func (t tree) differs(want tree) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch got, ok := t[name]; {
		case !ok:
			all = append(all, name+" is missing")
		case got != want[name]:
			all = append(all, name+" differs")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if _, ok := want[name]; !ok {
			all = append(all, name+" is left over")
		}
	}
	if len(all) > 3 {
		all = append(all[:3], fmt.Sprintf("and %d more", len(all)-3))
	}
	return strings.Join(all, ", ")
}

// copyTree copies a folder. With link, files are hard links: the copy must then not be
// written to.
func copyTree(from, to string, link bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		dest := filepath.Join(to, name)
		switch {
		case d.IsDir():
			return os.MkdirAll(dest, 0o777)
		case !d.Type().IsRegular():
			return nil
		case link:
			return os.Link(path, dest)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(dest, data, 0o666)
	})
}

// size returns the number of bytes in the files of a folder.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error { // counts what there is
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}
