package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A result is how a mutant ended.
type result struct {
	mutant
	Status string `json:"status"`
	By     string `json:"by,omitempty"` // the test that killed it, if known
}

// A journal keeps the results of a package in a file: a line with the digest of the package, and one
// line per mutant. A run that is interrupted goes on behind the last line.
type journal struct {
	file *os.File
	date string            // of the first result of this digest
	done map[string]result // by key
}

// header is the first line of a journal.
type header struct {
	Digest string `json:"digest"`
	Date   string `json:"date"`
}

// openJournal opens the journal at path. Results of another digest are dropped; with keep those remain
// that are neither survivors nor without coverage.
func openJournal(path, digest string, keep bool) (*journal, error) {
	j := &journal{date: time.Now().UTC().Format(time.DateOnly), done: map[string]result{}}
	same, err := j.read(path, digest)
	if err != nil {
		return nil, err
	}
	for key, r := range j.done {
		if !same && (!keep || r.Status == lived || r.Status == notCovered) {
			delete(j.done, key)
		}
	}
	// Rewriting drops a last line that was cut off.
	fresh := path + ".new"
	if j.file, err = os.Create(fresh); err != nil {
		return nil, err
	}
	err = json.NewEncoder(j.file).Encode(header{digest, j.date})
	for _, r := range j.done {
		err = errors.Join(err, json.NewEncoder(j.file).Encode(r))
	}
	if err = errors.Join(err, os.Rename(fresh, path)); err != nil {
		return nil, errors.Join(err, j.file.Close())
	}
	return j, nil
}

// read reads the results in the file at path, if there is one, and reports whether it has that digest.
func (j *journal) read(path, digest string) (same bool, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var h header
		if n == 0 {
			if same = json.Unmarshal(lines.Bytes(), &h) == nil && h.Digest == digest; same {
				j.date = h.Date
			}
			continue
		}
		var r result
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			j.done[r.key()] = r
		}
	}
	return same, lines.Err()
}

// add writes a result.
func (j *journal) add(r result) error {
	j.done[r.key()] = r
	return json.NewEncoder(j.file).Encode(r)
}

// digest returns a digest of what decides the results of a package: its Go files, its testdata, and
// whether tests are short.
func digest(dir string, short bool) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "2 short %t\n", short) // the number changes with the meaning of results
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		inside := name == "testdata" || strings.HasPrefix(name, "testdata"+string(filepath.Separator))
		switch {
		case d.IsDir() && name != "." && !inside:
			return fs.SkipDir
		case d.IsDir(), !inside && filepath.Ext(name) != ".go":
			return nil
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n", filepath.ToSlash(name), len(data))
		h.Write(data)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
