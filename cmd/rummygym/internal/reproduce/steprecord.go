package reproduce

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rummygym/datasets"
	"rummygym/internal/safefile"
)

// stepRecord is kept for a step that has ended, in the folder steps of the run. The file has a
// digest, and what the step wrote can be compared with it.
type stepRecord struct {
	Step     string            `json:"step"`
	Settings Settings          `json:"settings"`
	Files    map[string]string `json:"files"` // SHA-256 by path in the folder of the run
}

// recordPath returns the path of the record of a step.
func (p *plan) recordPath(s *step) string {
	return filepath.Join(p.dir, "steps", strings.NewReplacer("/", "-", " ", "-").Replace(s.name)+".json")
}

// check finds out which steps have ended. A file that differs from the record of its step is
// an error, and so is the record of another step or run.
func (p *plan) check() error {
	for _, stage := range p.stages {
		for _, s := range stage {
			var err error
			if s.done, err = p.ended(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// ended reports whether a step has a record and all its files.
func (p *plan) ended(s *step) (bool, error) {
	path := p.recordPath(s)
	var kept stepRecord
	if err := safefile.ReadJSON(path, &kept); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if kept.Step != s.name || kept.Settings != p.with {
		return false, fmt.Errorf("%s: it is of step %q of a run with other settings, or of another step: want %q; delete it to run the step again", path, kept.Step, s.name)
	}
	files, err := p.digests(s)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	for _, file := range s.files {
		if name := p.name(file); files[name] != kept.Files[name] {
			return false, fmt.Errorf("%s: it is not the file that step %q wrote, or it is damaged: delete it to run the step again", file, s.name)
		}
	}
	return true, nil
}

// end writes the record of a step.
func (p *plan) end(s *step) error {
	files, err := p.digests(s)
	if err != nil {
		return fmt.Errorf("step %s has not written all its files: %w", s.name, err)
	}
	path := p.recordPath(s)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return safefile.WriteJSON(path, stepRecord{s.name, p.with, files})
}

// digests returns the digests of the files of a step.
func (p *plan) digests(s *step) (map[string]string, error) {
	files := map[string]string{}
	for _, path := range s.files {
		d, err := datasets.DigestFile(path)
		if err != nil {
			return nil, err
		}
		files[p.name(path)] = d.SHA256
	}
	return files, nil
}

// name returns the path of a file in the folder of the run, with slashes.
func (p *plan) name(path string) string {
	name, err := filepath.Rel(p.dir, path)
	if err != nil {
		panic(err) // all paths of a plan begin with its folder
	}
	return filepath.ToSlash(name)
}
