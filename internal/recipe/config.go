package recipe

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/internal/options"
	"rummygym/internal/safefile"
	"rummygym/internal/train"
)

// Config is the content of config.json of a run: the command and the values of all its
// options. It includes default values, so that new defaults do not change an old run.
type Config struct {
	Command string              `json:"command"`
	Version string              `json:"version"`         // version of the program
	Env     string              `json:"env"`             // environment and version of the games or decisions
	Asked   []string            `json:"asked,omitempty"` // networks that the training asks, with the beginnings of their SHA-256
	Flags   map[string][]string `json:"flags"`
}

// placeFlags are the flags that say where a run is. They are not settings of the run.
var placeFlags = []string{"out", "resume", "config", "help"}

// changeable lists the flags that may have a new value when a run is resumed.
var changeable = []string{"steps", "patience", "workers", "checkpoint-every", "snapshot-every"}

// config returns the configuration with the current values of the flags, for an environment.
func (f *training) config(env string) Config {
	c := Config{Command: f.command, Version: f.host.Version, Env: env, Asked: f.asked, Flags: map[string][]string{}}
	for _, o := range f.list {
		if !slices.Contains(placeFlags, o.Name) && (o.Given || o.String() != "") && (f.fits == nil || f.fits(o.Name) == nil) {
			c.Flags[o.Name] = o.Texts()
		}
	}
	return c
}

// readRun returns the configuration at path of a run of the same command.
func (f *training) readRun(path string) (c Config, err error) {
	if err := safefile.ReadJSON(path, &c); err != nil {
		return c, err
	}
	if c.Command != f.command {
		return c, fmt.Errorf("%s: the run was started by %q, not by %q", path, c.Command, f.command)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Flags)) {
		if f.list.Find(name) == nil || slices.Contains(placeFlags, name) {
			return c, fmt.Errorf("%s has the flag --%s, which %q does not have: another version of the program wrote it", path, name, f.command)
		}
	}
	return c, nil
}

// readSettings sets the flags that are not on the command line to those of the run of --config. A value other than
// the default then counts as given.
func (f *training) readSettings() error {
	if f.settings == "" {
		return nil
	}
	if f.resume != "" {
		return fmt.Errorf("--config %s: a resumed run keeps the flags it was started with: remove --config or --resume", f.settings)
	}
	c, err := f.readRun(f.settings)
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Flags)) {
		o := f.list.Find(name)
		if o.Given {
			continue
		}
		if err := o.Restore(c.Flags[name]); err != nil {
			return fmt.Errorf("--config: %s: --%s: %w", f.settings, name, err)
		}
		o.Given = o.String() != o.Default
	}
	return nil
}

// restore sets the flags to those of the run that is resumed. Flags given on the command
// line must have the same value or be changeable.
func (f *training) restore() error {
	if f.resume == "" {
		return nil
	}
	path := filepath.Join(f.resume, train.ConfigFile)
	c, err := f.readRun(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("--resume: there is no run in %s, or it was stopped before it began: start it with --out %[1]s (%w)", f.resume, err)
	} else if err != nil {
		return fmt.Errorf("--resume: %w", err)
	}
	f.env, f.askedBefore = c.Env, c.Asked
	for name, values := range c.Flags {
		o := f.list.Find(name)
		switch {
		case !o.Given:
			if err := o.Restore(values); err != nil {
				return fmt.Errorf("--resume: %s: --%s: %w", path, name, err)
			}
		case !slices.Equal(o.Texts(), values) && !slices.Contains(changeable, name):
			return fmt.Errorf("--%s %s: the run in %s has %s, which cannot be changed", name, o, f.resume, strings.Join(values, ","))
		}
	}
	given := slices.DeleteFunc(slices.Clone(f.list), func(o *options.Option) bool {
		return !o.Given || slices.Contains(placeFlags, o.Name) || c.Flags[o.Name] != nil
	})
	if len(given) == 0 {
		return nil
	}
	first := slices.MinFunc(given, func(a, b *options.Option) int { return cmp.Compare(a.Name, b.Name) })
	return fmt.Errorf("--%s %s: the run in %s was started without it, which cannot be changed", first.Name, first, f.resume)
}

// checkEnv returns an error if the run that is resumed is of another environment than env.
func (f *training) checkEnv(env string) error {
	if f.resume == "" || f.env == env {
		return nil
	}
	return fmt.Errorf("--resume: %s: environment %s: want %s, as the same seed gives other games in another; resume it with the program that began it, or start again with --out", filepath.Join(f.resume, train.ConfigFile), f.env, env)
}

// ask records agents and networks that the training asks, by names with the beginnings of the SHA-256 of
// their files. Names without one are those of rule-based players, and left out.
func (f *training) ask(names ...string) {
	for _, name := range names {
		if strings.Contains(name, "@") && !slices.Contains(f.asked, name) {
			f.asked = append(f.asked, name)
		}
	}
}

// checkAsked returns an error if the run that is resumed asked other networks.
func (f *training) checkAsked() error {
	if f.resume != "" && !slices.Equal(f.asked, f.askedBefore) {
		return fmt.Errorf("--resume: the run in %s began with the networks %s: want them, not %s; put the files back, or start again with --out", f.resume, strings.Join(f.askedBefore, ", "), strings.Join(f.asked, ", "))
	}
	return nil
}

// Identity returns the text of what cannot be changed: the command and its other flags. Flags
// without a value count as not given.
func (c *Config) Identity() string {
	same := Config{Command: c.Command, Env: c.Env, Flags: map[string][]string{}}
	for name, values := range c.Flags {
		if !slices.Contains(changeable, name) && strings.Join(values, "") != "" {
			same.Flags[name] = values
		}
	}
	text, err := json.Marshal(same)
	if err != nil {
		panic(err) // strings have no errors
	}
	return string(text)
}
