package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

// ShardName returns the name of the file of a shard.
func ShardName(index int, f Format) string {
	return fmt.Sprintf("shard-%05d%s", index, f.Extension())
}

// isShardName reports whether a file has the name of a shard of any format.
func isShardName(name string) bool {
	return strings.HasPrefix(name, "shard-") && isShardFile(name)
}

// errNoShard is the error for a file whose name is not that of a shard.
var errNoShard = errors.New("not a shard: its name must end in .arrow, .arrows or .parquet")

// isShardFile reports whether a file name has the extension of a format.
func isShardFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ArrowFile.Extension() || ext == ArrowStream.Extension() || ext == Parquet.Extension()
}

// lockSuffix is the end of the names of files that lock others, see [safefile.LockFile].
const lockSuffix = ".lock"

// isPartial reports whether a file was left by a writer that did not finish.
func isPartial(name string) bool {
	final, ok := partialOf(name)
	return ok && (isShardName(final) || isEntryName(final) || final == ManifestName)
}

// partialOf returns the final name of an unfinished file, or of a file whose lock another is.
func partialOf(name string) (final string, ok bool) {
	name, dot := strings.CutPrefix(name, partialPrefix)
	if final, ok = strings.CutSuffix(name, lockSuffix); ok {
		return final, dot
	}
	if name, ok = strings.CutSuffix(name, partialSuffix); !ok {
		return "", false
	}
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], dot && at > 0
}

// collection is one call of [Collect] or [CollectShards].
type collection struct {
	*Config
	meta     *Meta
	settings string      // digest of meta and Build
	shards   []ShardInfo // of the whole dataset
	manifest *Manifest   // that the folder has, or nil
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
	return &collection{Config: c, meta: m, settings: settings, shards: m.shards()}, nil
}

// path returns the path of a shard's file.
func (c *collection) path(shard int) string {
	return filepath.Join(c.Dir, ShardName(shard, c.Format))
}

// readManifest reads the manifest that the folder may have, and checks its settings.
func (c *collection) readManifest() error {
	man, err := readManifest(c.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	c.manifest = man
	return sameSettings(filepath.Join(c.Dir, ManifestName), man.Meta, c.meta)
}

// prepare checks that the folder is empty or holds finished shards of the same run.
// It returns the entries of those shards; the entries of missing shards are zero.
func (c *collection) prepare(ctx context.Context) ([]ShardEntry, error) {
	files, err := os.ReadDir(c.Dir)
	if err != nil {
		return nil, diskError(c.Dir, err)
	}
	entries := make([]ShardEntry, len(c.shards))
	if !c.Resume {
		if len(files) > 0 {
			return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder, or add --resume to continue an interrupted run", c.Dir, files[0].Name())
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
func (c *collection) noOthers(files []os.DirEntry) error {
	mine := make(map[string]bool)
	for k := range c.shards {
		name := ShardName(k, c.Format)
		mine[name], mine[EntryName(name)] = true, true
	}
	for _, f := range files {
		path := filepath.Join(c.Dir, f.Name())
		if mine[f.Name()] || !isShardName(f.Name()) && !isEntryName(f.Name()) {
			continue
		}
		if isShardName(f.Name()) && filepath.Ext(path) != c.Format.Extension() {
			return fmt.Errorf("resuming: %s is not a shard of format %s: use the format that the run began with", path, c.Format)
		}
		if isEntryName(f.Name()) {
			if _, err := c.checkEntry(path); err != nil {
				return err
			}
		} else if err := c.checkShard(path); err != nil {
			return err
		}
		return fmt.Errorf("resuming: %s is not one of the %d files of this run: move it away", path, len(c.shards))
	}
	return nil
}

// removePartial removes what writers that did not finish left in a folder.
func removePartial(dir string, files []os.DirEntry) error {
	for _, f := range files {
		if isPartial(f.Name()) {
			if err := removeFile(filepath.Join(dir, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFile removes a file that need not exist.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return diskError(path, err)
	}
	return nil
}

// keep returns the entry of a shard that is finished and whole, and reports its episodes as
// progress. The entry is zero if the shard is to be written: it is missing, or nobody knows
// what it was when it was finished. An error is about a shard that has changed since then, or
// is of another run.
func (c *collection) keep(ctx context.Context, shard int) (ShardEntry, error) {
	if err := ctx.Err(); err != nil {
		return ShardEntry{}, err
	}
	want, err := c.finished(shard)
	if err != nil || want.File == "" {
		return ShardEntry{}, err
	}
	found, err := digestFile(c.path(shard), newDigester())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ShardEntry{}, nil
	case err != nil:
		return ShardEntry{}, c.broken(shard, err)
	case found.SHA256 != want.SHA256:
		return ShardEntry{}, c.broken(shard, fmt.Errorf("its SHA-256 is %s, and was %s when it was written", found.SHA256, want.SHA256))
	}
	if c.Progress != nil {
		c.Progress(want.Episodes)
	}
	return want, nil
}

func (c *collection) broken(shard int, err error) error {
	return fmt.Errorf("resuming: %s: %w; move the file away to have it written again", c.path(shard), err)
}

// finished returns the entry of a shard in the manifest or beside the shard, without reading
// the shard. It is zero if there is none; then a shard that is there must be of this run.
func (c *collection) finished(shard int) (ShardEntry, error) {
	path, name := c.path(shard), ShardName(shard, c.Format)
	if c.manifest != nil && shard < len(c.manifest.Shards) && c.manifest.Shards[shard].File == name {
		return c.manifest.Shards[shard], nil
	}
	e, err := c.checkEntry(EntryName(path))
	if errors.Is(err, fs.ErrNotExist) {
		return ShardEntry{}, c.checkShard(path)
	}
	if err != nil {
		return ShardEntry{}, err
	}
	if info := c.shards[shard]; e.File != name || e.First != info.First || e.Episodes != info.Episodes {
		return ShardEntry{}, c.broken(shard, fmt.Errorf("its entry lists %s with %d episodes from episode %d, want %d from episode %d", e.File, e.Episodes, e.First, info.Episodes, info.First))
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
	s, err := openShard(path, memory.DefaultAllocator)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("resuming: %w; move the file away to have it written again", err)
	}
	defer s.close()
	return sameSettings(path, s.meta, c.meta)
}

// sameSettings returns an error that lists the settings of the dataset on disk that
// differ from the requested ones.
func sameSettings(path string, found, asked *Meta) error {
	if d := found.Differences(asked, "there", "requested"); len(d) > 0 {
		return otherSettings(path, strings.Join(d, "; "))
	}
	return nil
}

func otherSettings(path, differences string) error {
	return fmt.Errorf("resuming: %s was written with other settings: %s; repeat the original command, or choose another folder", path, differences)
}
