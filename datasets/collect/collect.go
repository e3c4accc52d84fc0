// Package collect makes datasets: it plays games between agents and records every decision of them.
//
//	c := collect.DefaultConfig()
//	c.Table, c.Agents = table, agents
//	c.Games, c.Seed, c.Dir = 1000, 1, "games"
//	summary, err := collect.Run(ctx, c)
//
// Several processes share the work with Config.FirstDeal. When the files of all are in one folder, Run with Config.Resume lists
// them in one manifest. The bytes of a dataset depend on its settings only.
package collect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	"rummygym/datasets"
	"rummygym/internal/datasets/shard"
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
// written with the same settings, by this run or by a part of it.
func Run(ctx context.Context, c Config) (*Summary, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m, err := c.Meta()
	if err != nil {
		return nil, err
	}
	release, err := shard.Lock(c.Dir)
	if err != nil {
		return nil, err
	}
	defer release()

	run := &collection{&c, m, m.Shards(c.FirstDeal, c.FirstDeal+c.games())}
	entries, err := run.kept(ctx)
	if err != nil {
		return nil, err
	}
	sum := new(Summary)
	var places []int // of the missing shards
	var missing []datasets.ShardInfo
	for k, info := range run.shards {
		if entries[k].File == "" {
			places, missing = append(places, k), append(missing, info)
			sum.Played += info.Episodes
		} else {
			sum.Kept += info.Episodes
		}
	}
	var players []shard.Player
	for range min(int64(c.Workers), sum.Played) {
		players = append(players, newPlayer(&c, m))
	}
	written, err := shard.WriteAll(ctx, c.Dir, m, missing, players, c.Progress)
	for i, k := range places {
		entries[k] = written[i]
	}
	if err != nil {
		return nil, run.explain(ctx, entries, err)
	}
	sum.Manifest = datasets.NewManifest(m, entries)
	return sum, resumable(shard.WriteManifest(c.Dir, sum.Manifest))
}

// collection is one call of [Run].
type collection struct {
	*Config
	meta   *datasets.Meta
	shards []datasets.ShardInfo // of the whole dataset
}

// kept returns the entries of the shards that are in the folder, which must be of this run; those of missing shards are zero.
// It removes nothing and reports their episodes as progress. The folder must be empty unless Resume is set.
func (c *collection) kept(ctx context.Context) ([]datasets.ShardEntry, error) {
	files, err := datasets.ListFiles(c.Dir)
	if err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	entries := make([]datasets.ShardEntry, len(c.shards))
	if len(files) > 0 && !c.Resume {
		return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder, or add --resume to continue an interrupted run", c.Dir, slices.Min(files))
	}
	listed, err := c.listed()
	if err != nil {
		return nil, err
	}
	mine := make(map[string]bool)
	for _, info := range c.shards {
		name := datasets.ShardName(info.Index)
		mine[name], mine[datasets.ResultsName(name)] = true, true
	}
	for _, f := range files {
		if folder, name := path.Split(f); folder != "" && name[0] != '.' && !mine[f] { // what a killed process left has a dot
			return nil, fmt.Errorf("resuming: %s is not one of the %d shards of this run: move it away", filepath.Join(c.Dir, f), len(c.shards))
		}
	}
	for k, info := range c.shards {
		name := datasets.ShardName(info.Index)
		if !slices.Contains(files, name) || !slices.Contains(files, datasets.ResultsName(name)) {
			continue
		}
		if entries[k], err = c.keep(ctx, info, listed); err != nil {
			return nil, fmt.Errorf("resuming: %w; repeat the original command, choose another folder, or move the file away to have it written again", err)
		}
		if c.Progress != nil {
			c.Progress(info.Episodes)
		}
	}
	return entries, nil
}

// listed returns the dataset that the manifest of the folder lists, or nil if there is none. Its settings must be those of this run.
func (c *collection) listed() (*datasets.Dataset, error) {
	if _, err := os.Lstat(filepath.Join(c.Dir, datasets.ManifestName)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	d, err := datasets.Open(c.Dir)
	if err != nil {
		return nil, err
	}
	if err := d.Meta().Same(c.meta, "there", "requested"); err != nil {
		return nil, fmt.Errorf("resuming: %s was written with other settings: %w; repeat the original command, or choose another folder", filepath.Join(c.Dir, datasets.ManifestName), err)
	}
	return d, nil
}

// keep returns the entry of a shard that is there: that of the manifest, if it lists the shard, or a new one. It returns an error
// unless the shard is whole, of this run, and as it was written.
func (c *collection) keep(ctx context.Context, info datasets.ShardInfo, listed *datasets.Dataset) (datasets.ShardEntry, error) {
	if listed != nil {
		name := datasets.ShardName(info.Index)
		i, found := slices.BinarySearchFunc(listed.Manifest.Shards, info.First, func(e datasets.ShardEntry, first int64) int { return cmp.Compare(e.First, first) })
		if found {
			e := listed.Manifest.Shards[i]
			if e.File != name || e.Episodes != info.Episodes {
				return e, fmt.Errorf("%s has %d games, want %d in %s as in the requested run", filepath.Join(c.Dir, e.File), e.Episodes, info.Episodes, name)
			}
			return e, listed.CheckShard(i)
		}
	}
	return datasets.Adopt(ctx, c.Dir, c.meta, info)
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
