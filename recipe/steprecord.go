package recipe

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/train"
)

// recordFolder has the records of the steps of a plan, in its folder.
const recordFolder = "steps"

// stepRecord is kept for a step that has begun: what it depends on, and when it has ended, what it wrote.
type stepRecord struct {
	Command string              `json:"command"`
	Flags   map[string][]string `json:"flags"`           // of all options with a value
	Inputs  map[string]string   `json:"inputs"`          // SHA-256 of the files that they name
	Files   map[string]string   `json:"files,omitempty"` // SHA-256 of what the step wrote, nil before its end
}

// path returns a path in the folder of the records.
func (s *Step) path(ending string) string { return filepath.Join(recordFolder, s.Name+ending) }

// Begin returns the recipe that makes what the step writes into the current folder, or the rest of it if the step was
// stopped before. The recipe is nil if there is nothing to do. Steps that ran with other options or inputs, and files that
// differ from what the step wrote, are errors.
func (s *Step) Begin() (Recipe, error) {
	r, err := s.Recipe()
	if err != nil {
		return nil, err
	}
	want, err := s.record(r)
	if err != nil {
		return nil, err
	}
	var kept stepRecord
	err = safefile.ReadJSON(s.path(".json"), &kept)
	begun := safefile.Exists(s.Name) || safefile.Exists(s.path(".checkpoint"))
	switch {
	case errors.Is(err, fs.ErrNotExist) && begun:
		return nil, options.FileFault(fmt.Errorf("step %s: there is already %s, which the step did not write: remove it, or choose another folder", s.Name, s.Name))
	case err == nil && begun:
	case err == nil || errors.Is(err, fs.ErrNotExist):
		err = errors.Join(os.MkdirAll(recordFolder, 0o777), safefile.WriteJSON(s.path(".json"), want))
		return s.proceed(r), err
	default:
		return nil, err
	}
	if different := kept.differs(&want); different != "" {
		return nil, options.FileFault(fmt.Errorf("step %s: %s: choose another folder, or remove %s and %s to run the step again", s.Name, different, s.path(".json"), s.Name))
	}
	if kept.Files == nil {
		return s.proceed(r), nil
	}
	for _, path := range slices.Sorted(maps.Keys(kept.Files)) {
		if d, err := datasets.DigestFile(path); errors.Is(err, fs.ErrNotExist) {
			return s.proceed(r), nil
		} else if err != nil {
			return nil, err
		} else if d.SHA256 != kept.Files[path] {
			return nil, options.FileFault(fmt.Errorf("%s: it is not the file that step %s wrote, or it is damaged: remove %s and %s to run the step again", path, s.Name, s.path(".json"), s.Name))
		}
	}
	return nil, nil
}

// proceed sets options by which the recipe goes on from what is there.
func (s *Step) proceed(r Recipe) Recipe {
	list := r.Options()
	set := func(name, value string) {
		if o := list.Find(name); o != nil {
			_ = o.Restore([]string{value}) // a path or true, which the options take
		}
	}
	if _, trains := r.(Training); trains {
		if safefile.Exists(filepath.Join(s.Name, train.ConfigFile)) {
			set("out", "")
			set("resume", s.Name)
		}
		return r
	}
	checkpoint := s.path(".checkpoint")
	switch {
	case list.Find("checkpoint") == nil && safefile.Exists(s.Name): // such as collect
		set("resume", "true")
	case safefile.Exists(checkpoint):
		set("resume", checkpoint)
	default:
		set("checkpoint", checkpoint)
	}
	set("overwrite", "true")
	return r
}

// End keeps what the step wrote.
func (s *Step) End() error {
	r, err := s.Recipe()
	if err != nil {
		return err
	}
	done, err := s.record(r)
	if err != nil {
		return err
	}
	done.Files = map[string]string{}
	for _, path := range []string{s.Name, filepath.Join(s.Name, train.LastFile), filepath.Join(s.Name, train.BestFile), filepath.Join(s.Name, datasets.ManifestName)} {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		d, err := datasets.DigestFile(path)
		if err != nil {
			return err
		}
		done.Files[path] = d.SHA256
	}
	if err := os.Remove(s.path(".checkpoint")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return safefile.WriteJSON(s.path(".json"), done)
}

// record returns the record of a step that begins.
func (s *Step) record(r Recipe) (stepRecord, error) {
	c := stepRecord{Command: s.Command, Flags: map[string][]string{}, Inputs: map[string]string{}}
	for _, o := range r.Options() {
		if slices.Contains(unsettable, o.Name) || o.Name == "workers" || o.Name == "checkpoint-every" || o.Name == "snapshot-every" {
			continue
		}
		if o.Given || o.String() != "" {
			c.Flags[o.Name] = o.Texts()
		}
		for _, text := range o.Texts() {
			for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(",:{}= ", c) }) {
				if err := c.addInput(word); err != nil {
					return c, err
				}
			}
		}
	}
	return c, nil
}

// addInput adds the digest of a file, or of the manifest of a dataset, if there is one at path.
func (c *stepRecord) addInput(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, datasets.ManifestName)
		info, err = os.Stat(path)
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil // it is another word
	}
	d, err := datasets.DigestFile(path)
	c.Inputs[path] = d.SHA256
	return err
}

// differs says how the step that was begun differs from the one that is wanted, "" if it does not.
func (c *stepRecord) differs(want *stepRecord) string {
	if c.Command != want.Command {
		return fmt.Sprintf("it ran %q, and the recipe has %q", c.Command, want.Command)
	}
	for _, name := range slices.Sorted(maps.Keys(want.Flags)) {
		if a, b := strings.Join(c.Flags[name], ","), strings.Join(want.Flags[name], ","); a != b {
			return fmt.Sprintf("it ran with --%s %q, and now that is %q", name, a, b)
		}
	}
	for name := range c.Flags {
		if _, ok := want.Flags[name]; !ok {
			return fmt.Sprintf("it ran with --%s, which is now left out", name)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(want.Inputs)) {
		if c.Inputs[path] != want.Inputs[path] {
			return fmt.Sprintf("it read another file %s than is there now", path)
		}
	}
	return ""
}
