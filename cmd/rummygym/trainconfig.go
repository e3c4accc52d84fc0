package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/train"
)

// trainConfig is what config.json of a run holds: the command and the values of its
// flags, those that were not given too, so that later defaults change nothing.
type trainConfig struct {
	Command string              `json:"command"`
	Version string              `json:"version"` // of the program
	Flags   map[string][]string `json:"flags"`
}

// free are the flags that may change when a run is resumed.
var free = []string{"steps", "patience", "workers", "checkpoint-every"}

// config returns the configuration of the flags as they are.
func (f *trainFlags) config(cmd *cobra.Command) trainConfig {
	c := trainConfig{Command: cmd.CommandPath(), Version: thisBuild().Version, Flags: map[string][]string{}}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Name != "out" && flag.Name != "resume" && flag.Name != "help" && (flag.Changed || flag.Value.String() != "") {
			c.Flags[flag.Name] = flagValues(flag)
		}
	})
	return c
}

// flagValues returns the values of a flag: several of a slice.
func flagValues(flag *pflag.Flag) []string {
	if s, ok := flag.Value.(pflag.SliceValue); ok {
		return s.GetSlice()
	}
	return []string{flag.Value.String()}
}

// recall sets the flags of a run that is resumed to those it was begun with. The flags
// of the command line must be the same, or free to change.
func (f *trainFlags) recall(cmd *cobra.Command) error {
	if f.resume == "" {
		return nil
	}
	path := filepath.Join(f.resume, train.ConfigFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("--resume: there is no run in %s: %w", f.resume, err)
	}
	var c trainConfig
	if err := json.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("--resume: %s: %w", path, err)
	}
	if c.Command != cmd.CommandPath() {
		return fmt.Errorf("--resume: the run in %s is one of %q, not of %q", f.resume, c.Command, cmd.CommandPath())
	}
	for name, values := range c.Flags {
		flag := cmd.Flags().Lookup(name)
		switch {
		case flag == nil:
			return fmt.Errorf("--resume: %s has the flag --%s, which %q has not: another version wrote it", path, name, cmd.CommandPath())
		case !flag.Changed:
			if err := setFlag(flag, values); err != nil {
				return fmt.Errorf("--resume: %s: --%s: %w", path, name, err)
			}
		case !slices.Equal(flagValues(flag), values) && !slices.Contains(free, name):
			return fmt.Errorf("--%s %s: the run in %s has %s, which cannot change", name, flag.Value, f.resume, values)
		}
	}
	var other error // a flag that was not there
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if _, ok := c.Flags[flag.Name]; !ok && flag.Name != "resume" && flag.Name != "out" && other == nil {
			other = fmt.Errorf("--%s %s: the run in %s was begun without it, which cannot change", flag.Name, flag.Value, f.resume)
		}
	})
	return other
}

// note writes the flags of a run that is resumed to its configuration.
func (f *trainFlags) note(cmd *cobra.Command) error {
	data, err := json.MarshalIndent(f.config(cmd), "", "  ")
	if err != nil {
		return err
	}
	return train.ReplaceFile(filepath.Join(f.resume, train.ConfigFile), func(file *os.File) error {
		_, err := file.Write(append(data, '\n'))
		return err
	})
}

// setFlag sets a flag to values that flagValues returned.
func setFlag(flag *pflag.Flag, values []string) error {
	if s, ok := flag.Value.(pflag.SliceValue); ok {
		return s.Replace(values)
	}
	if len(values) != 1 {
		return fmt.Errorf("it has %d values: want 1", len(values))
	}
	return flag.Value.Set(values[0])
}
