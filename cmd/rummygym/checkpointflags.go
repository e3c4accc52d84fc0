package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/pflag"

	"rummygym/agents/arena"
)

// checkpointFlags are the flags of commands that play games and can be stopped:
// where finished games are written, and from which file to go on.
type checkpointFlags struct {
	checkpoint string
	every      time.Duration
	resume     string
}

// register adds the flags to fs.
func (f *checkpointFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.checkpoint, "checkpoint", "", "write finished games to this file at times and when stopped")
	fs.DurationVar(&f.every, "checkpoint-every", 30*time.Second, "time between checkpoints")
	fs.StringVar(&f.resume, "resume", "", "go on from this checkpoint, and write further ones to it")
}

// path returns the file of the flags, "" if they name none.
func (f *checkpointFlags) path() (string, error) {
	if f.resume == "" {
		return f.checkpoint, nil
	}
	if f.checkpoint != "" && f.checkpoint != f.resume {
		return "", errors.New("--resume goes on writing to its own file: leave --checkpoint away")
	}
	return f.resume, nil
}

// apply sets in c where checkpoints are read and written; path is that of the
// flags, or one made of it. With resume the file must be there.
func (f *checkpointFlags) apply(c *arena.Config, path string) (err error) {
	if path == "" {
		return nil
	}
	if f.resume != "" {
		if c.Resume, err = arena.ReadFile(path); errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("--resume: there is no file %s: start with --checkpoint %s", path, f.resume)
		} else if err != nil {
			return fmt.Errorf("--resume: %w", err)
		}
	} else if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("--checkpoint: there is a file %s already: go on from it with --resume %s, or remove it", path, f.checkpoint)
	}
	c.Checkpoint = func(res *arena.Result) error { return arena.WriteFile(path, res) }
	c.CheckpointEvery = f.every
	return nil
}
