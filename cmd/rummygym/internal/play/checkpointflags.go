package play

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rummygym/agents/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
)

// checkpointFlags holds the flags of commands that play games and can be stopped and
// resumed: the file for finished games, and the file to resume from.
type checkpointFlags struct {
	checkpoint string
	every      time.Duration
	resume     string

	locks []func() // release the locks of checkpoint files
}

// register adds the flags to fs.
func (f *checkpointFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.checkpoint, "checkpoint", "", "write finished games to this file at intervals and when stopped")
	fs.DurationVar(&f.every, "checkpoint-every", 30*time.Second, "time between checkpoints")
	fs.StringVar(&f.resume, "resume", "", "resume from this checkpoint file, and write further checkpoints to it")
}

// path returns the checkpoint file that the flags name, "" if they name none.
func (f *checkpointFlags) path() (string, error) {
	if f.resume == "" {
		return f.checkpoint, nil
	}
	if f.checkpoint != "" && f.checkpoint != f.resume {
		return "", errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	return f.resume, nil
}

// apply sets in c how checkpoints are read and written, and locks the file until release. The
// file at path is that of the flags or derived from it. To resume, it must exist, otherwise it
// must not.
func (f *checkpointFlags) apply(c *arena.Config, path string, resume bool) error {
	return f.attach(c, c.ResumeFrom, path, resume)
}

// attach is apply with the function that reads the file to resume from.
func (f *checkpointFlags) attach(c *arena.Config, read func(path string) error, path string, resume bool) error {
	if path == "" {
		return nil
	}
	flag := "--checkpoint"
	if f.resume != "" {
		flag = "--resume"
	}
	release, err := safefile.LockFile(path)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	f.locks = append(f.locks, release)
	if resume {
		if err := read(path); errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("--resume: the file %s does not exist: start with --checkpoint %s", path, f.resume)
		} else if err != nil {
			return fmt.Errorf("--resume: %w", err)
		}
	} else if cli.Exists(path) {
		return fmt.Errorf("%s: the file %s exists already: resume it with --resume %s, or remove it", flag, path, f.checkpoint)
	}
	c.Checkpoint = func(res *arena.Result) error { return arena.WriteFile(path, res) }
	c.CheckpointEvery = f.every
	return nil
}

// release releases the locks of all checkpoint files.
func (f *checkpointFlags) release() {
	for _, r := range f.locks {
		r()
	}
	f.locks = nil
}

// checkpointName returns the name of the checkpoint file if the user named none. The same
// games get the same name, unless it is taken.
func checkpointName(command string, s *arena.Setup, taken func(path string) bool) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", *s)
	return cli.FreeName(fmt.Sprintf("%s-%08x.arrow", command, h.Sum32()), taken)
}

// stoppedGames writes the finished games of a stopped command to a file unless a checkpoint
// has them, and returns an error that says how to resume. total is the number of games to play.
func stoppedGames(cmd *cobra.Command, command string, f *checkpointFlags, res *arena.Result, total int) error {
	text := fmt.Sprintf("stopped after %d of %d games", res.Played(), total)
	path, _ := f.path() // the command has checked the flags
	if path == "" && res.Played() > 0 {
		path = checkpointName(command, &res.Setup, cli.Exists)
		if err := arena.WriteFile(path, res); err != nil {
			return &cli.StoppedError{Text: fmt.Sprintf("%s, which are lost: %v", text, err)}
		}
	}
	if path == "" {
		return &cli.StoppedError{Text: text}
	}
	return &cli.StoppedError{Text: fmt.Sprintf("%s; resume with:\n%s", text, cli.ResumeLine(cmd, path))}
}
