package train

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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/train"
)

// runConfig is the content of config.json of a run: the command and the values of all its
// flags. It includes default values, so that new defaults do not change an old run.
type runConfig struct {
	Command string              `json:"command"`
	Version string              `json:"version"`         // version of the program
	Env     string              `json:"env"`             // environment and version of the games or decisions
	Asked   []string            `json:"asked,omitempty"` // networks that the training asks, with the beginnings of their SHA-256
	Flags   map[string][]string `json:"flags"`
}

// changeable lists the flags that may have a new value when a run is resumed.
var changeable = []string{"steps", "patience", "workers", "checkpoint-every"}

// formerly holds the former names of flags. Runs of older programs have them, and identities keep them.
var formerly = map[string]string{"passes": "epochs"}

// config returns the configuration with the current values of the flags, for an environment.
func (f *runFlags) config(cmd *cobra.Command, env string) runConfig {
	c := runConfig{Command: cmd.CommandPath(), Version: cli.ThisBuild().Version, Env: env, Asked: f.asked, Flags: map[string][]string{}}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if !isPlace(flag.Name) && (flag.Changed || flag.Value.String() != "") {
			c.Flags[flag.Name] = flagValues(flag)
		}
	})
	return c
}

// flagValues returns the value of a flag, or the values of a list.
func flagValues(flag *pflag.Flag) []string {
	if s, ok := flag.Value.(pflag.SliceValue); ok {
		return s.GetSlice()
	}
	return []string{flag.Value.String()}
}

// restore sets the flags to those of the run that is resumed. Flags given on the command
// line must have the same value or be changeable.
func (f *runFlags) restore(cmd *cobra.Command) error {
	if f.resume == "" {
		return nil
	}
	path := filepath.Join(f.resume, train.ConfigFile)
	var c runConfig
	if err := safefile.ReadJSON(path, &c); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("--resume: there is no run in %s, or it was stopped before it began: start it with --out %[1]s (%w)", f.resume, err)
	} else if err != nil {
		return fmt.Errorf("--resume: %w", err)
	}
	f.env, f.askedBefore = c.Env, c.Asked
	if c.Command != cmd.CommandPath() {
		return fmt.Errorf("--resume: the run in %s was started by %q, not by %q", f.resume, c.Command, cmd.CommandPath())
	}
	for name, values := range maps.Clone(c.Flags) {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Name != name { // a former name
			delete(c.Flags, name)
			c.Flags[flag.Name] = values
		}
	}
	for name, values := range c.Flags {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag == nil:
			return fmt.Errorf("--resume: %s has the flag --%s, which %q does not have: another version of the program wrote it", path, name, cmd.CommandPath())
		case !flag.Changed:
			if err := setFlag(flag, values); err != nil {
				return fmt.Errorf("--resume: %s: --%s: %w", path, name, err)
			}
		case !slices.Equal(flagValues(flag), values) && !slices.Contains(changeable, name):
			return fmt.Errorf("--%s %s: the run in %s has %s, which cannot be changed", name, flag.Value, f.resume, strings.Join(values, ","))
		}
	}
	var unknown error // the error for a flag that the configuration does not have
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if _, ok := c.Flags[flag.Name]; !ok && !isPlace(flag.Name) && unknown == nil {
			unknown = fmt.Errorf("--%s %s: the run in %s was started without it, which cannot be changed", flag.Name, flag.Value, f.resume)
		}
	})
	return unknown
}

// checkEnv returns an error if the run that is resumed is of another environment than env.
func (f *runFlags) checkEnv(env string) error {
	if f.resume == "" || f.env == env {
		return nil
	}
	have := f.env
	if have == "" {
		have = "of an older program, which did not name it"
	}
	return fmt.Errorf("--resume: %s: environment %s: want %s, as the same seed gives other games in another; resume it with the program that began it, or start again with --out", filepath.Join(f.resume, train.ConfigFile), have, env)
}

// ask records agents and networks that the training asks, by names with the beginnings of the SHA-256 of
// their files. Names without one are those of rule-based players, and left out.
func (f *runFlags) ask(names ...string) {
	for _, name := range names {
		if strings.Contains(name, "@") && !slices.Contains(f.asked, name) {
			f.asked = append(f.asked, name)
		}
	}
}

// checkAsked returns an error if the run that is resumed asked other networks. Runs of older programs do
// not name them.
func (f *runFlags) checkAsked() error {
	if f.resume == "" || f.askedBefore == nil {
		return nil
	}
	if !slices.Equal(f.asked, f.askedBefore) {
		return fmt.Errorf("--resume: the run in %s began with the networks %s: want them, not %s; put the files back, or start again with --out", f.resume, strings.Join(f.askedBefore, ", "), strings.Join(f.asked, ", "))
	}
	return nil
}

// identity returns the text of what cannot be changed: the command and its other flags. Flags
// without a value count as not given.
func (c *runConfig) identity() string {
	same := runConfig{Command: c.Command, Env: c.Env, Flags: map[string][]string{}}
	for name, values := range c.Flags {
		if !slices.Contains(changeable, name) && strings.Join(values, "") != "" {
			same.Flags[cmp.Or(formerly[name], name)] = values
		}
	}
	text, err := json.Marshal(same)
	if err != nil {
		panic(err) // strings have no errors
	}
	return string(text)
}

// setFlag sets a flag to values as flagValues returns them.
func setFlag(flag *pflag.Flag, values []string) error {
	if s, ok := flag.Value.(pflag.SliceValue); ok {
		return s.Replace(values)
	}
	if len(values) != 1 {
		return fmt.Errorf("%d values, want 1", len(values))
	}
	return flag.Value.Set(values[0])
}
