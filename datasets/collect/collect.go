// Package collect makes datasets: it plays games between agents and records every decision of them.
//
//	c := collect.DefaultConfig()
//	c.Table, c.Agents = table, agents
//	c.Games, c.Seed, c.Dir = 1000, 1, "games"
//	summary, err := collect.Run(ctx, c)
//
// Several processes share the work with Config.FirstDeal, and convert.Merge puts their datasets together.
// The bytes of a dataset depend on its settings only.
package collect

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/internal/safefile"
)

// Summary is the result of Run.
type Summary struct {
	Manifest *datasets.Manifest
	Played   int64 // episodes played by this run
	Kept     int64 // episodes that an earlier run had written
}

// StoppedError reports that the end of its context stopped [Run]. The finished shards are kept.
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

// Run plays the games that c describes and writes them to c.Dir as a dataset.
// The bytes of every file depend only on the settings: not on c.Workers, and not on
// whether the run was interrupted and resumed.
//
// If ctx is cancelled or a shard cannot be written, Run discards unfinished
// shards, keeps finished ones and returns the cause as an error; calling it again
// with c.Resume continues from there. Run refuses a folder that is not empty
// unless c.Resume is set; the shards in it must then be complete and have been
// written with the same settings.
func Run(ctx context.Context, c Config) (*Summary, error) {
	run, err := newCollection(&c)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	release, err := safefile.Lock(c.Dir)
	if err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	defer release()

	entries, err := run.prepare(ctx)
	if err != nil {
		return nil, err
	}
	sum := new(Summary)
	var missing []int
	for k := range entries {
		if entries[k].File == "" {
			missing = append(missing, k)
			sum.Played += run.shards[k].Episodes
		} else {
			sum.Kept += run.shards[k].Episodes
		}
	}
	err = run.each(ctx, missing, func(ctx context.Context, w *worker, k int) (err error) {
		entries[k], err = w.shard(ctx, run.shards[k])
		return err
	})
	if err != nil {
		return nil, run.explain(ctx, entries, err)
	}
	sum.Manifest = datasets.NewManifest(run.meta, entries)
	if err := shard.WriteManifest(c.Dir, sum.Manifest); err != nil {
		return nil, resumable(err)
	}
	return sum, removeEntries(c.Dir, entries)
}

// each calls write for each of the given shards. Workers take the next one in order, and each
// has a player of its own; if there are fewer shards, several play one together. It stops at the
// first error.
func (c *collection) each(ctx context.Context, shards []int, write func(ctx context.Context, w *worker, shard int) error) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	writers := min(c.Workers, len(shards))
	for i := range writers {
		size := (c.Workers + i) / writers // all of them together are c.Workers
		group.Go(func() error {
			w := newWorker(c.Config, c.meta, size)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(shards) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := write(ctx, w, shards[i]); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// explain returns the error of a run that wrote those of its shards whose entries are not zero.
func (c *collection) explain(ctx context.Context, entries []datasets.ShardEntry, err error) error {
	if !errors.Is(err, context.Canceled) || ctx.Err() == nil {
		return resumable(err)
	}
	done := 0
	for k := range entries {
		if entries[k].File != "" {
			done++
		}
	}
	return &StoppedError{Dir: c.Dir, Done: done, Shards: len(entries), Cause: ctx.Err()}
}

// removeEntries removes the files of the entries of shards that a manifest lists.
func removeEntries(dir string, shards []datasets.ShardEntry) error {
	for _, s := range shards {
		if err := removeFile(filepath.Join(dir, datasets.EntryName(s.File))); err != nil {
			return err
		}
	}
	return nil
}

// resumable adds to an error of the disk how a run can go on.
func resumable(err error) error {
	switch {
	case shard.NoSpace(err):
		return fmt.Errorf("%w; finished shards are kept, and --resume continues the run", err)
	case errors.Is(err, syscall.EFBIG):
		return fmt.Errorf("%w or make shards smaller (--shard-games)", err)
	}
	return err
}
