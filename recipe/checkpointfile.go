package recipe

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"rummygym/internal/safefile"
	"rummygym/options"
)

// checkpointTo returns the file of the checkpoints of a run with the given --resume and --checkpoint, of which one is empty.
// Its path is empty if both are. It checks that out and the checkpoints can be written, so that errors are found before
// hours of work, and locks the file of checkpoints until release.
func checkpointTo(out *OutFile, resume, checkpoint string) (save OutFile, release func(), err error) {
	if _, err := os.Stat(filepath.Dir(checkpoint)); err != nil {
		return save, nil, fmt.Errorf("%s cannot be written: %w", checkpoint, err)
	}
	if err := out.Check(resume != ""); err != nil {
		return save, nil, err
	}
	save, release = OutFile{Path: resume + checkpoint, Overwrite: true}, func() {}
	if save.Path != "" {
		if release, err = safefile.LockFile(save.Path); err != nil {
			return save, nil, err
		}
	}
	if checkpoint != "" && safefile.Exists(checkpoint) {
		release()
		return save, nil, options.FileFault(fmt.Errorf("--checkpoint %s: the file already exists: resume it with --resume %[1]s, or name another file", checkpoint))
	}
	return save, release, nil
}

// stoppedAt returns the error of a run that err has stopped after done of total units. If anything is done, it writes the
// checkpoint to save, or beside the file out if that has no path.
func stoppedAt(err error, done Progress, save OutFile, out string, checkpoint func(io.Writer) error) error {
	e := &StoppedError{Progress: done, Whole: true, Err: err}
	if done.Done == 0 {
		return e
	}
	if save.Path == "" {
		save.Path = safefile.FreeName(out+".checkpoint", safefile.Exists)
	}
	if e.Lost = save.Stream(checkpoint); e.Lost == nil {
		e.Resume = save.Path
	}
	return e
}
