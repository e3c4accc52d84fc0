package play

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rummygym/agents"
	"rummygym/arena"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/table"
)

// checkpointFlags holds the flags of commands that play games and can be stopped and
// resumed: the file for finished games, and the file to resume from.
type checkpointFlags struct {
	checkpoint string        `option:"checkpoint" group:"Checkpoints and parts" doc:"write finished games to this file at intervals and when stopped"`
	every      time.Duration `option:"checkpoint-every" default:"30s" group:"Checkpoints and parts" doc:"time between checkpoints"`
	resume     string        `option:"resume" group:"Checkpoints and parts" doc:"resume from this checkpoint file, and write further checkpoints to it"`

	partText string      `option:"part" group:"Checkpoints and parts" doc:"play only part I of N, as I/N, and write its games to --checkpoint; a part that is there is continued"`
	part     *arena.Part // set by parse
	merge    []string    `option:"merge" group:"Checkpoints and parts" doc:"print the results of all parts that --part wrote to these files; comma-separated"`

	locks []func() // release the locks of checkpoint files
}

// exclude makes the flags that divide the games among processes exclude each other. Flags that say what becomes of
// results are for --merge; a part, which has none, only checks them.
func (f *checkpointFlags) exclude(cmd *cobra.Command) {
	cmd.MarkFlagsMutuallyExclusive("part", "merge")
	cmd.MarkFlagsMutuallyExclusive("merge", "checkpoint")
	cmd.MarkFlagsMutuallyExclusive("merge", "resume")
}

// parts reports whether the games are divided, and by which flag.
func (f *checkpointFlags) parts() (flag string, ok bool) {
	if f.partText != "" {
		return "--part", true
	}
	return "--merge", f.merge != nil
}

// parse checks the flags of parts.
func (f *checkpointFlags) parse() error {
	if f.partText == "" {
		return nil
	}
	a, b, _ := strings.Cut(f.partText, "/")
	number, err := strconv.Atoi(a)
	of, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil || number < 1 || number > of || of > maxParts {
		return fmt.Errorf("--part %s: want I/N with I from 1 to N and N up to %d, such as 1/4", f.partText, maxParts)
	}
	if f.checkpoint == "" && f.resume == "" {
		return fmt.Errorf("--part %s: its games go to a file for --merge: add --checkpoint FILE", f.partText)
	}
	program, err := version()
	f.part = &arena.Part{Number: number, Of: of, Program: program}
	return err
}

// maxParts is the maximum of N in --part I/N.
const maxParts = 1_000_000

// version names the program, its version and its build: games of others may differ.
func version() (string, error) {
	build, err := cli.BuildDigest()
	if build != "" {
		build = " build " + build
	}
	return "rummygym " + cli.ThisBuild().Version + build, err
}

// reportPart prints what a part has in its file.
func (f *checkpointFlags) reportPart(cmd *cobra.Command, path string, res *arena.Result) error {
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: part %v, %s\n", path, res.Part, table.Plural(res.Played(), "game"))
	return err
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
	if resume || f.part != nil && safefile.Exists(path) {
		if err := read(path); errors.Is(err, os.ErrNotExist) {
			return cli.FileFault(fmt.Errorf("--resume: the file %s does not exist: start with --checkpoint %s", path, f.resume))
		} else if err != nil {
			return cli.FileFault(fmt.Errorf("%s: %w", flag, err))
		}
	} else if safefile.Exists(path) {
		return cli.FileFault(fmt.Errorf("%s: the file %s exists already: resume it with --resume %s, or remove it", flag, path, f.checkpoint))
	}
	c.Checkpoint = func(res *arena.Result) error { return arena.WriteFile(path, res) }
	c.CheckpointEvery = f.every
	return nil
}

// join sets in c the games of --merge, if it is given. The file of a preset has the preset in its
// name, see [EvalFlags.file].
func (f *checkpointFlags) join(c interface {
	MergeFiles(program string, paths []string) error
}, file func(path string) string) error {
	if f.merge == nil {
		return nil
	}
	paths := make([]string, len(f.merge))
	for i, path := range f.merge {
		paths[i] = file(path)
	}
	program, err := version()
	if err != nil {
		return err
	}
	if err := c.MergeFiles(program, paths); err != nil {
		return cli.FileFault(fmt.Errorf("--merge: %w", err))
	}
	return nil
}

// sameFile is for commands that have one checkpoint file.
func sameFile(path string) string { return path }

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
	return safefile.FreeName(fmt.Sprintf("%s-%08x.arrow", command, h.Sum32()), taken)
}

// cutOff reports whether err ended the games before their time without being the fault of an agent:
// the user stopped the command, or this machine cannot run an outside program.
func cutOff(cmd *cobra.Command, err error) bool {
	return errors.Is(err, context.Canceled) && cmd.Context().Err() != nil || errors.As(err, new(*agents.HostError))
}

// cutOffError returns the error of a command whose games err cut off, with a text that says how to
// resume them.
func cutOffError(err error, text string) error {
	if errors.As(err, new(*agents.HostError)) {
		return fmt.Errorf("%w; %s", err, text)
	}
	return &cli.StoppedError{Text: text}
}

// cutOffGames writes the finished games of a command that err cut off to a file unless a checkpoint
// has them, and returns an error that says how to resume. total is the number of games to play.
func cutOffGames(cmd *cobra.Command, err error, f *checkpointFlags, res *arena.Result, total int) error {
	text := fmt.Sprintf("stopped after %d of %d games", res.Played(), total)
	path, _ := f.path() // the command has checked the flags
	if path == "" && res.Played() > 0 {
		path = checkpointName(cmd.Name(), &res.Setup, safefile.Exists)
		if lost := arena.WriteFile(path, res); lost != nil {
			return cutOffError(err, fmt.Sprintf("%s, which are lost: %v", text, lost))
		}
	}
	if path == "" {
		return cutOffError(err, text)
	}
	return cutOffError(err, fmt.Sprintf("%s; resume with:\n%s", text, cli.ResumeLine(cmd, path)))
}
