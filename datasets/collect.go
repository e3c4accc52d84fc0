package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"

	"rummygym/internal/safefile"
)

// Summary is the result of Collect.
type Summary struct {
	Manifest *Manifest
	Played   int64 // episodes played by this run
	Kept     int64 // episodes that an earlier run had written
}

// StoppedError reports that the end of its context stopped [Collect]. The finished shards are kept.
type StoppedError struct {
	Dir          string
	Done, Shards int   // finished shards, and all of them
	Cause        error // of the context
}

// Error says how to continue.
func (e *StoppedError) Error() string {
	return fmt.Sprintf("%s: stopped with %d of %d shards finished; run the same command with --resume to continue: %v", e.Dir, e.Done, e.Shards, e.Cause)
}

// Unwrap returns the cause.
func (e *StoppedError) Unwrap() error { return e.Cause }

// Collect plays the games that c describes and writes them to c.Dir as a dataset.
// The bytes of every file depend only on the settings: not on c.Workers, and not on
// whether the run was interrupted and resumed.
//
// If ctx is cancelled or a shard cannot be written, Collect discards unfinished
// shards, keeps finished ones and returns the cause as an error; calling it again
// with c.Resume continues from there. Collect refuses a folder that is not empty
// unless c.Resume is set; the shards in it must then be complete and have been
// written with the same settings.
func Collect(ctx context.Context, c Config) (*Summary, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m, err := c.Meta()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, diskError(c.Dir, err)
	}
	release, err := safefile.Lock(c.Dir)
	if err != nil {
		return nil, diskError(c.Dir, err)
	}
	defer release()

	infos := c.shards()
	entries, err := c.prepare(ctx, m, infos)
	if err != nil {
		return nil, err
	}
	sum := &Summary{}
	var missing []int
	for k := range entries {
		if entries[k].File == "" {
			missing = append(missing, k)
			sum.Played += infos[k].Episodes
		} else {
			sum.Kept += infos[k].Episodes
		}
	}

	// Workers take the next missing shard, and each writes complete shards.
	var next atomic.Int64
	group, gctx := errgroup.WithContext(ctx)
	for range min(c.Workers, len(missing)) {
		group.Go(func() error {
			p := newPlayer(&c, m)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(missing) {
					return nil
				}
				k := missing[i]
				entry, err := p.shard(gctx, filepath.Join(c.Dir, shardName(k, c.Format)), infos[k])
				if err != nil {
					return err
				}
				entries[k] = entry
			}
		})
	}
	if err := group.Wait(); err != nil {
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			done := 0
			for k := range entries {
				if entries[k].File != "" {
					done++
				}
			}
			return nil, &StoppedError{Dir: c.Dir, Done: done, Shards: len(infos), Cause: ctx.Err()}
		}
		return nil, resumable(err)
	}
	sum.Manifest = newManifest(m, entries)
	if err := sum.Manifest.write(c.Dir); err != nil {
		return nil, resumable(err)
	}
	for k := range infos { // the manifest has the digests now
		path := digestPath(filepath.Join(c.Dir, shardName(k, c.Format)))
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, diskError(path, err)
		}
	}
	return sum, nil
}

// resumable adds to an error of the disk how a run can go on.
func resumable(err error) error {
	switch {
	case noSpace(err):
		return fmt.Errorf("%w; finished shards are kept, and --resume continues the run", err)
	case errors.Is(err, syscall.EFBIG):
		return fmt.Errorf("%w or make shards smaller (--shard-games)", err)
	}
	return err
}
