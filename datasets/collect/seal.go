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
	"rummygym/internal/safefile"
)

// Seal makes a dataset of the shards that [RunShards] wrote to a folder: it writes the
// manifest from their entries and removes these, so that the folder holds the same bytes, file
// by file, as after [Run] with the same settings. It does not read the shards, but compares
// their sizes; with check it also reads them and compares their digests. It returns an error
// that names every shard that is missing, or the first file that is not of the dataset, and
// then changes nothing. Sealing a sealed folder changes nothing either.
func Seal(ctx context.Context, dir string, check bool) (*datasets.Manifest, error) {
	release, err := safefile.Lock(dir)
	if err != nil {
		return nil, err
	}
	defer release()
	files, err := datasets.ListFiles(dir)
	if err != nil {
		return nil, err
	}
	m, found, err := readEntries(dir, files)
	if err != nil {
		return nil, err
	}
	infos := m.Shards()
	entries := make([]datasets.ShardEntry, len(infos))
	expected := make(map[string]bool)
	var missing []int
	for k, info := range infos {
		name := datasets.ShardName(k, m.Format)
		entries[k] = found[name]
		for _, n := range namesOf(name) {
			expected[n] = true
		}
		e := &entries[k]
		for _, f := range []struct {
			name  string
			bytes int64
		}{{name, e.Bytes}, {datasets.ResultsName(name), e.Results.Bytes}} {
			path := filepath.Join(dir, filepath.FromSlash(f.name))
			stat, err := os.Stat(path)
			switch {
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return nil, err
			case err != nil || e.File == "":
				if len(missing) == 0 || missing[len(missing)-1] != k {
					missing = append(missing, k)
				}
			case e.First != info.First || e.Episodes != info.Episodes:
				return nil, fmt.Errorf("%s: its entry lists %d episodes from episode %d, want %d from episode %d: remove both, and collect the shard again", path, e.Episodes, e.First, info.Episodes, info.First)
			case stat.Size() != f.bytes:
				return nil, fmt.Errorf("%s has %d bytes, and had %d when it was written: remove it, and collect the shard again", path, stat.Size(), f.bytes)
			}
		}
	}
	for _, f := range files {
		if (datasets.IsShardName(f) || datasets.IsEntryName(f)) && !expected[f] {
			return nil, fmt.Errorf("%s is not one of the %d shards of this dataset: move it away", filepath.Join(dir, filepath.FromSlash(f)), len(infos))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s lacks %d of its %d shards, or their entries: collect --shards %s", dir, len(missing), len(infos), ranges(missing))
	}
	man := datasets.NewManifest(m, entries)
	if err := man.Check(); err != nil {
		return nil, fmt.Errorf("%s: the entries: %w", dir, err)
	}
	if check {
		d := datasets.NewDataset(dir, man)
		if err := d.CheckSHA256(ctx); err != nil {
			return nil, err
		}
	}
	if err := shard.WriteManifest(dir, man); err != nil {
		return nil, err
	}
	if err := removeEntries(dir, entries); err != nil {
		return nil, err
	}
	return man, removePartial(dir, files)
}

// readEntries returns the metadata of the dataset in a folder, and the entries of its shards by
// the names of their files: those of the manifest, if there is one, and those of the entries,
// which must be of the same dataset.
func readEntries(dir string, files []string) (*datasets.Meta, map[string]datasets.ShardEntry, error) {
	var m *datasets.Meta
	var first, build string // where m stands, and the build of the first entry
	found := make(map[string]datasets.ShardEntry)
	man, err := datasets.ReadManifest(dir)
	switch {
	case err == nil && len(man.Meta.Runs) == 1 && man.Meta.ShardGames > 0:
		m, first = man.Meta, datasets.ManifestName
		for _, s := range man.Shards {
			found[s.File] = s
		}
	case err == nil:
		return nil, nil, fmt.Errorf("%s already has a manifest, which is not that of a collection", dir)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	}
	entries := 0
	for _, f := range files {
		if !datasets.IsEntryName(f) {
			continue
		}
		path := filepath.Join(dir, f)
		e, err := readEntry(path)
		if err != nil {
			return nil, nil, err
		}
		if m == nil {
			first = f
			if m, err = datasets.ReadMeta(string(e.Meta)); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", path, err)
			}
			if len(m.Runs) != 1 || m.ShardGames < 1 || (m.Episodes()-1)/m.ShardGames >= maxShards {
				return nil, nil, fmt.Errorf("%s is not the entry of a collection: it lists %d runs of %d episodes in shards of %d", path, len(m.Runs), m.Episodes(), m.ShardGames)
			}
		}
		if entries++; entries == 1 {
			build = e.Build
		}
		settings, err := m.Digest(build)
		if err != nil {
			return nil, nil, err
		}
		if e.Settings != settings {
			return nil, nil, fmt.Errorf("%s belongs to another dataset than %s: %s; move the files of the other dataset away", path, first, e.differences(m, build, "there", "here"))
		}
		if datasets.EntryName(e.File) != f {
			return nil, nil, fmt.Errorf("%s is the entry of another shard, %s: remove it, and collect the shard again", path, e.File)
		}
		found[e.File] = e.ShardEntry
	}
	if m == nil {
		return nil, nil, fmt.Errorf("%s has no entries of shards: collect --shards writes them", dir)
	}
	return m, found, nil
}

// ranges returns ascending numbers as ranges without their ends, such as "3:4 7:10".
func ranges(numbers []int) string {
	var all []string
	for i := 0; i < len(numbers); {
		j := i + 1
		for j < len(numbers) && numbers[j] == numbers[j-1]+1 {
			j++
		}
		all = append(all, fmt.Sprintf("%d:%d", numbers[i], numbers[j-1]+1))
		i = j
	}
	return strings.Join(all, " ")
}
