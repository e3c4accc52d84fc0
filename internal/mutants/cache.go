package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// A cache is a build cache of the go command, with the files that it had once.
type cache struct {
	dir  string
	kept map[string]bool
}

// cached returns the build cache in dir.
func cached(dir string) (c cache, err error) {
	c = cache{dir, map[string]bool{}}
	return c, c.walk(func(path string) error { c.kept[path] = true; return nil })
}

// prune removes the files that have come since: each mutant leaves some megabytes that no build needs
// again.
func (c cache) prune() error {
	return c.walk(func(path string) error {
		if c.kept[path] {
			return nil
		}
		return os.Remove(path)
	})
}

// walk calls visit for each file.
func (c cache) walk(visit func(path string) error) error {
	if c.dir == "" {
		return nil
	}
	return filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return visit(path)
	})
}
