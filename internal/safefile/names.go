package safefile

import (
	"fmt"
	"os"
	"path/filepath"
)

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
