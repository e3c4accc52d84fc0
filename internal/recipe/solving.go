package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"rummygym/internal/options"
	"rummygym/internal/safefile"
)

// solving is the shell of recipes that compute a table in rounds and write it to a file. It checks the files before hours of
// work, writes lines of progress and checkpoints, and stops and resumes.
type solving struct {
	Out        string `option:"out" required:"true" group:"Output" doc:"file to write the table to"`
	Overwrite  bool   `option:"overwrite" group:"Output" doc:"replace the file given by --out if it exists"`
	Resume     string `option:"resume" group:"Checkpoints and parts" doc:"resume from this checkpoint file, and write further checkpoints to it"`
	Checkpoint string `option:"checkpoint" group:"Checkpoints and parts" doc:"write checkpoints to this file at intervals and when stopped"`
	Report     int64  `option:"report" range:"0:1000000000" doc:"number of hands or iterations between two lines of progress; 0 prints none"`
	Workers    int    `option:"workers" group:"Running" range:"0:4096" doc:"number of parallel goroutines (no effect on the table); 0 means the number of cores"`
}

// solver computes a table.
type solver struct {
	done       func() int64                                                    // units
	round      func(ctx context.Context, workers int) error                    // computes some more; after an error nothing has changed
	progress   func(ctx context.Context) (text string, enough bool, err error) // the rest of a line, and whether the table is good enough
	checkpoint func(io.Writer) error                                           // writes the state
	table      func(io.Writer) error                                           // writes the table
}

// solve computes a table of a total number of units, step in each round, and writes it. length is the option of the total. start
// returns the solver, with the state of a checkpoint unless that is nil.
func (f *solving) solve(ctx context.Context, host *Host, unit, length string, total, step int64, start func(state []byte) (*solver, error)) error {
	if f.Resume != "" && f.Checkpoint != "" {
		return errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	out, save := OutFile{Option: "out", Path: f.Out, Overwrite: f.Overwrite}, OutFile{Path: f.Resume + f.Checkpoint, Overwrite: true}
	if _, err := os.Stat(filepath.Dir(f.Checkpoint)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.Checkpoint, err)
	}
	if err := out.Check(f.Resume != ""); err != nil {
		return err
	}
	if save.Path != "" {
		release, err := safefile.LockFile(save.Path)
		if err != nil {
			return err
		}
		defer release()
	}
	if f.Checkpoint != "" && safefile.Exists(f.Checkpoint) {
		return options.FileFault(fmt.Errorf("--checkpoint %s: the file already exists: resume it with --resume %[1]s, or name another file", f.Checkpoint))
	}
	var state []byte
	if f.Resume != "" {
		var err error
		if state, err = safefile.Read(f.Resume); errors.Is(err, os.ErrNotExist) {
			return noCheckpoint(f.Resume, f.Resume)
		} else if err != nil {
			return options.FileFault(fmt.Errorf("--resume: %w", err))
		}
	}
	s, err := start(state)
	if err != nil {
		return err
	}
	if s.done() > total {
		return fmt.Errorf("--resume %s: the checkpoint has %d %s, more than --%s %d", f.Resume, s.done(), unit, length, total)
	}
	stop := func(err error) error { // with a checkpoint, beside the table if no option names one
		e := &StoppedError{Progress: Progress{Unit: unit, Done: s.done(), Total: total}, Whole: true, Err: err}
		if e.Done == 0 {
			return e
		}
		if save.Path == "" {
			save.Path = safefile.FreeName(f.Out+".checkpoint", safefile.Exists)
		}
		if e.Lost = save.Stream(s.checkpoint); e.Lost == nil {
			e.Resume = save.Path
		}
		return e
	}
	workers, last, began, first := cmp.Or(f.Workers, runtime.GOMAXPROCS(0)), time.Now(), time.Now(), s.done()
	for enough := false; s.done() < total && !enough; {
		if err := s.round(ctx, workers); err != nil && ctx.Err() != nil {
			return stop(err)
		} else if err != nil {
			return err
		}
		done := s.done()
		host.progress(Progress{Unit: unit, Done: done, Total: total})
		if f.Report > 0 && (done%f.Report < step || done == total) {
			var text string
			if text, enough, err = s.progress(ctx); err != nil && ctx.Err() != nil {
				return stop(err)
			} else if err != nil {
				return err
			}
			fmt.Fprintf(host.log(), "%d of %d %s, %.1f %s/s%s\n", done, total, unit, float64(done-first)/time.Since(began).Seconds(), unit, text)
		}
		if save.Path != "" && time.Since(last) >= checkpointEvery {
			last = time.Now()
			if err := save.Stream(s.checkpoint); err != nil {
				return err
			}
		}
	}
	if save.Path != "" {
		if err := save.Stream(s.checkpoint); err != nil {
			return err
		}
	}
	return out.Write(s.table)
}
