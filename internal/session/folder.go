//go:build !js

package session

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// Folder returns the folder of the user in which games are kept: $XDG_DATA_HOME/rummygym, by default
// ~/.local/share/rummygym, and on macOS and Windows the folder of the system for such files. It need
// not exist. It is "." if it is the working folder, and for a user without a home.
func Folder() string {
	dir := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) {
		dir = ""
		if home, err := os.UserHomeDir(); err == nil {
			dir = filepath.Join(home, ".local", "share")
		}
		if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
			dir, _ = os.UserConfigDir()
		}
	}
	dir = filepath.Join(dir, "rummygym")
	if working, err := os.Getwd(); !filepath.IsAbs(dir) || err == nil && working == dir {
		return "."
	}
	return dir
}

// Latest returns the file of records in [Folder] that was written last.
func Latest() (path string, err error) {
	names, err := filepath.Glob(filepath.Join(Folder(), "*.jsonl"))
	if err != nil {
		return "", err
	}
	var last time.Time
	for _, name := range names {
		switch info, err := os.Stat(name); {
		case errors.Is(err, fs.ErrNotExist): // removed since
		case err != nil:
			return "", err
		case cmp.Or(info.ModTime().Compare(last), cmp.Compare(name, path)) > 0:
			path, last = name, info.ModTime()
		}
	}
	if path == "" {
		return "", fmt.Errorf("no games are kept in %s: name a file of records", Folder())
	}
	return path, nil
}
