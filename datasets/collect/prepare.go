package collect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
)

// collection is one call of [Run].
type collection struct {
	*Config
	meta     *datasets.Meta
	settings string               // digest of meta and Build
	shards   []datasets.ShardInfo // of the whole dataset
	manifest *datasets.Manifest   // that the folder has, or nil
}

func newCollection(c *Config) (*collection, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	m, err := c.Meta()
	if err != nil {
		return nil, err
	}
	settings, err := m.Digest(c.Build)
	if err != nil {
		return nil, err
	}
	return &collection{Config: c, meta: m, settings: settings, shards: m.Shards()}, nil
}

// at returns the path of a file of the dataset.
func (c *collection) at(name string) string { return filepath.Join(c.Dir, filepath.FromSlash(name)) }

// readManifest reads the manifest that the folder may have, and checks its settings.
func (c *collection) readManifest() error {
	man, err := datasets.ReadManifest(c.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	c.manifest = man
	return sameSettings(filepath.Join(c.Dir, datasets.ManifestName), man.Meta, c.meta)
}

// prepare checks that the folder is empty or holds finished shards of the same run.
// It returns the entries of those shards; the entries of missing shards are zero.
func (c *collection) prepare(ctx context.Context) ([]datasets.ShardEntry, error) {
	files, err := datasets.ListFiles(c.Dir)
	if err != nil {
		return nil, shard.DiskError(c.Dir, err)
	}
	entries := make([]datasets.ShardEntry, len(c.shards))
	if !c.Resume {
		if len(files) > 0 {
			return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder, or add --resume to continue an interrupted run", c.Dir, files[0])
		}
		return entries, nil
	}
	// Check all files before removing or creating any.
	if err := c.readManifest(); err != nil {
		return nil, err
	}
	if err := c.noOthers(files); err != nil {
		return nil, err
	}
	for k := range entries {
		if entries[k], err = c.keep(ctx, k); err != nil {
			return nil, err
		}
	}
	return entries, removePartial(c.Dir, files)
}

// noOthers returns an error for the first shard or entry that is not one of this run's.
func (c *collection) noOthers(files []string) error {
	mine := make(map[string]bool)
	for k := range c.shards {
		for _, name := range namesOf(datasets.ShardName(k, c.Format)) {
			mine[name] = true
		}
	}
	for _, f := range files {
		path := c.at(f)
		if mine[f] || !datasets.IsShardName(f) && !datasets.IsEntryName(f) {
			continue
		}
		if datasets.IsShardName(f) && filepath.Ext(path) != c.Format.Extension() {
			return fmt.Errorf("resuming: %s is not a shard of format %s: use the format that the run began with", path, c.Format)
		}
		if datasets.IsEntryName(f) {
			if _, err := c.checkEntry(path); err != nil {
				return err
			}
		} else if filepath.Base(filepath.Dir(path)) != datasets.ResultsFolder {
			if err := c.checkShard(path); err != nil {
				return err
			}
		}
		return fmt.Errorf("resuming: %s is not one of the %d files of this run: move it away", path, len(c.shards))
	}
	return nil
}

// namesOf returns the names of all files of a shard: of its decisions, results and entry.
func namesOf(shard string) [3]string {
	return [3]string{shard, datasets.ResultsName(shard), datasets.EntryName(shard)}
}

// removePartial removes what writers that did not finish left in a folder.
func removePartial(dir string, files []string) error {
	for _, f := range files {
		if datasets.IsPartial(f) {
			if err := removeFile(filepath.Join(dir, f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFile removes a file that need not exist.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return shard.DiskError(path, err)
	}
	return nil
}

// keep returns the entry of a shard that is finished and whole, and reports its episodes as
// progress. It returns the zero entry if the shard must be written: it is missing, or has no
// recorded digest. It returns an error if the shard has changed since it was finished, or belongs
// to another run.
func (c *collection) keep(ctx context.Context, shard int) (datasets.ShardEntry, error) {
	if err := ctx.Err(); err != nil {
		return datasets.ShardEntry{}, err
	}
	want, err := c.finished(shard)
	if err != nil || want.File == "" {
		return datasets.ShardEntry{}, err
	}
	for _, f := range want.Files() {
		file, sum := f.Name, f.SHA256
		found, err := datasets.DigestFile(c.at(file))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return datasets.ShardEntry{}, nil
		case err != nil:
			return datasets.ShardEntry{}, c.broken(file, err)
		case found.SHA256 != sum:
			return datasets.ShardEntry{}, c.broken(file, fmt.Errorf("its SHA-256 is %s, and was %s when it was written", found.SHA256, sum))
		}
	}
	if c.Progress != nil {
		c.Progress(want.Episodes)
	}
	return want, nil
}

func (c *collection) broken(file string, err error) error {
	return fmt.Errorf("resuming: %s: %w; move the file away to have it written again", c.at(file), err)
}

// finished returns the entry of a shard in the manifest or beside the shard, without reading
// the shard. It is zero if there is none; then a shard that is there must be of this run.
func (c *collection) finished(shard int) (datasets.ShardEntry, error) {
	name := datasets.ShardName(shard, c.Format)
	path := c.at(name)
	if c.manifest != nil && shard < len(c.manifest.Shards) && c.manifest.Shards[shard].File == name {
		return c.manifest.Shards[shard], nil
	}
	e, err := c.checkEntry(c.at(datasets.EntryName(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return datasets.ShardEntry{}, c.checkShard(path)
	}
	if err != nil {
		return datasets.ShardEntry{}, err
	}
	if info := c.shards[shard]; e.File != name || e.Results.File != datasets.ResultsName(name) || e.First != info.First || e.Episodes != info.Episodes {
		return datasets.ShardEntry{}, c.broken(name, fmt.Errorf("its entry lists %s with %d episodes from episode %d, want %d from episode %d", e.File, e.Episodes, e.First, info.Episodes, info.First))
	}
	return e.ShardEntry, nil
}

// checkEntry reads an entry, which must be of this run.
func (c *collection) checkEntry(path string) (*entry, error) {
	e, err := readEntry(path)
	if err != nil {
		return nil, err
	}
	if e.Settings != c.settings {
		return nil, otherSettings(path, e.differences(c.meta, c.Build, "there", "requested"))
	}
	return e, nil
}

// checkShard returns an error if there is a shard at path that is not of this run.
func (c *collection) checkShard(path string) error {
	m, err := datasets.ShardMeta(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("resuming: %w; move the file away to have it written again", err)
	}
	return sameSettings(path, m, c.meta)
}

// sameSettings returns an error that lists the settings of the dataset on disk that
// differ from the requested ones.
func sameSettings(path string, found, asked *datasets.Meta) error {
	if d := found.Differences(asked, "there", "requested"); len(d) > 0 {
		return otherSettings(path, strings.Join(d, "; "))
	}
	return nil
}

func otherSettings(path, differences string) error {
	return fmt.Errorf("resuming: %s was written with other settings: %s; repeat the original command, or choose another folder", path, differences)
}
