package datasets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// shardName returns the name of a shard's file.
func shardName(index int, f Format) string {
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

// isPartial reports whether a file was left by a writer that did not finish.
func isPartial(name string) bool {
	final := strings.TrimSuffix(strings.TrimPrefix(name, partialPrefix), partialSuffix)
	return name == partialPrefix+final+partialSuffix && (isShardName(final) || final == ManifestName || isDigestName(final))
}

// Prefix and suffix of the names of files with the digest of a shard, as sha256sum writes it.
// Collect writes one before each shard, and removes them once the digests are in a manifest.
const (
	digestPrefix = "."
	digestSuffix = ".sha256"
)

func digestPath(shard string) string {
	dir, name := filepath.Split(shard)
	return filepath.Join(dir, digestPrefix+name+digestSuffix)
}

func isDigestName(name string) bool {
	shard := strings.TrimSuffix(strings.TrimPrefix(name, digestPrefix), digestSuffix)
	return name == digestPrefix+shard+digestSuffix && isShardName(shard)
}

// digestOf returns the SHA-256 that the shard at path had when it was finished: that of the
// manifest, if there is one, otherwise that of the file beside the shard. It returns "" if
// there is neither.
func digestOf(path string, man *Manifest) (string, error) {
	name := filepath.Base(path)
	if man != nil {
		for _, s := range man.Shards {
			if s.File == name {
				return s.SHA256, nil
			}
		}
	}
	text, err := os.ReadFile(digestPath(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	digest, _, _ := strings.Cut(string(text), " ")
	return digest, nil
}

// prepare checks that the folder is empty or holds finished shards of the same run.
// It returns the entries of those shards; the entries of missing shards are zero.
func (c *Config) prepare(ctx context.Context, m *Meta, infos []ShardInfo) ([]ShardEntry, error) {
	files, err := os.ReadDir(c.Dir)
	if err != nil {
		return nil, diskError(c.Dir, err)
	}
	entries := make([]ShardEntry, len(infos))
	if !c.Resume {
		if len(files) > 0 {
			return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder, or add --resume to continue an interrupted run", c.Dir, files[0].Name())
		}
		return entries, nil
	}
	man, err := readManifest(c.Dir)
	switch {
	case err == nil:
		if err := sameSettings(filepath.Join(c.Dir, ManifestName), man.Meta, m); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	// Check all shards before removing or creating any file.
	for _, f := range files {
		if !isShardName(f.Name()) {
			continue
		}
		entry, err := c.keep(ctx, filepath.Join(c.Dir, f.Name()), m, infos, man)
		if err != nil {
			return nil, err
		}
		if entry.SHA256 == "" {
			continue // it is written again
		}
		entries[entry.index] = entry.ShardEntry
		if c.Progress != nil {
			c.Progress(entry.Episodes)
		}
	}
	for _, f := range files {
		if isPartial(f.Name()) {
			if err := os.Remove(filepath.Join(c.Dir, f.Name())); err != nil {
				return nil, diskError(filepath.Join(c.Dir, f.Name()), err)
			}
		}
	}
	return entries, nil
}

type keptShard struct {
	ShardEntry
	index int
}

// keep reads a finished shard and checks that it is as it was when it was finished, and that
// this run would write the same episodes there. Nobody knows how a shard was whose digest is
// not known: its entry has none.
func (c *Config) keep(ctx context.Context, path string, m *Meta, infos []ShardInfo, man *Manifest) (keptShard, error) {
	broken := func(err error) (keptShard, error) {
		return keptShard{}, fmt.Errorf("resuming: %s: %w; move the file away to have it written again", path, err)
	}
	if filepath.Ext(path) != c.Format.Extension() {
		return keptShard{}, fmt.Errorf("resuming: %s is not a shard of format %s: use the format that the run began with", path, c.Format)
	}
	want, err := digestOf(path, man)
	if err != nil {
		return broken(err)
	}
	sums, err := digestFile(path, newDigester())
	if err != nil {
		return broken(err)
	}
	if want != "" && sums.SHA256 != want {
		return broken(fmt.Errorf("its SHA-256 is %s, and was %s when it was written", sums.SHA256, want))
	}
	found, info, rows, err := readShard(ctx, path)
	if err != nil {
		return broken(err)
	}
	if err := sameSettings(path, found, m); err != nil {
		return keptShard{}, err
	}
	if info.Index < 0 || info.Index >= len(infos) || infos[info.Index] != info || filepath.Base(path) != shardName(info.Index, c.Format) {
		return broken(fmt.Errorf("its metadata lists %d episodes from episode %d, which does not match shard %d", info.Episodes, info.First, info.Index))
	}
	sums.SHA256 = want
	return keptShard{newShardEntry(path, info, rows, sums), info.Index}, nil
}

// sameSettings returns an error that lists the settings of the shards on disk that
// differ from the requested ones.
func sameSettings(path string, found, asked *Meta) error {
	if d := found.Differences(asked, "there", "requested"); len(d) > 0 {
		return fmt.Errorf("resuming: %s was written with other settings: %s; repeat the original command, or choose another folder", path, strings.Join(d, "; "))
	}
	return nil
}
