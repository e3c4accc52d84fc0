package collect

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"sync"
	"time"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/internal/safefile"
)

// Shards returns the shards of the dataset that c describes, in order.
func (c *Config) Shards() ([]datasets.ShardInfo, error) {
	run, err := newCollection(c)
	if err != nil {
		return nil, err
	}
	return run.shards, nil
}

// retry is the time after which RunShards asks again for a shard that another process
// writes.
const retry = 200 * time.Millisecond

// RunShards is [Run] for the shards in [from, to) alone. It writes an entry beside each
// shard and no manifest; when the folder has all shards, [Seal] writes that. Several processes
// may write to one folder at a time, on several machines if its file system has locks for
// them. A shard that another process writes is waited for.
//
// Finished shards are kept, whatever c.Resume is; they must be whole and of the same settings
// and versions.
func RunShards(ctx context.Context, c Config, from, to int) (*Summary, error) {
	run, err := newCollection(&c)
	if err != nil {
		return nil, err
	}
	if from < 0 || from >= to || to > len(run.shards) {
		return nil, fmt.Errorf("collect: shards from %d up to %d: want at least one of the %d shards, from 0 up to at most %d", from, to, len(run.shards), len(run.shards))
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	release, err := safefile.LockShared(c.Dir)
	if err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	defer release()
	left, err := run.survey(from, to)
	if err != nil {
		return nil, err
	}

	sum := &Summary{Shards: make([]datasets.ShardEntry, to-from)}
	var todo []int
	for k := from; k < to; k++ {
		todo = append(todo, k)
	}
	var mu sync.Mutex // of sum and busy
	for len(todo) > 0 && err == nil {
		var busy []int
		err = run.each(ctx, todo, func(ctx context.Context, w *worker, k int) error {
			entry, kept, err := run.turn(ctx, w, k, left[k])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.Is(err, safefile.ErrLocked):
				busy = append(busy, k)
				return nil
			case err != nil:
				return err
			case kept:
				sum.Kept += entry.Episodes
			default:
				sum.Played += entry.Episodes
			}
			sum.Shards[k-from] = entry
			return nil
		})
		if slices.Sort(busy); err == nil && len(busy) > 0 {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(retry):
			}
		}
		todo = busy
	}
	if err != nil {
		return nil, run.explain(ctx, sum.Shards, err)
	}
	return sum, nil
}

// survey checks the settings of the shards in [from, to) that are finished, and of another one
// of the folder, before any is written. It returns what killed processes left of each shard.
func (c *collection) survey(from, to int) (left [][]string, err error) {
	if err := c.readManifest(); err != nil {
		return nil, err
	}
	files, err := datasets.ListFiles(c.Dir)
	if err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	shards := make(map[string]int) // by the names that partial files end as
	for k := from; k < to; k++ {
		if _, err := c.finished(k); err != nil {
			return nil, err
		}
		name := datasets.ShardName(k, c.Format)
		shards[path.Base(name)], shards[datasets.EntryName(name)] = k, k
	}
	left = make([][]string, to)
	other := false
	for _, f := range files {
		final, partial := datasets.PartialOf(f)
		if k, ok := shards[final]; ok && partial && path.Ext(f) != datasets.LockSuffix {
			left[k] = append(left[k], c.at(f))
		}
		if datasets.IsEntryName(f) && !other {
			if _, err := c.checkEntry(c.at(f)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, err
			}
			other = true
		}
	}
	return left, nil
}

// turn keeps or writes a shard, alone. The error matches safefile.ErrLocked if another process
// is at it.
func (c *collection) turn(ctx context.Context, w *worker, k int, left []string) (entry datasets.ShardEntry, kept bool, err error) {
	lock := c.at(path.Base(datasets.ShardName(k, c.Format)))
	release, err := safefile.LockFile(lock)
	if err != nil {
		return datasets.ShardEntry{}, false, shard.DiskError(lock, err)
	}
	defer release()
	for _, path := range left {
		if err := removeFile(path); err != nil {
			return datasets.ShardEntry{}, false, err
		}
	}
	if entry, err = c.keep(ctx, k); err != nil || entry.File != "" {
		return entry, true, err
	}
	entry, err = w.shard(ctx, c.shards[k])
	return entry, false, err
}
