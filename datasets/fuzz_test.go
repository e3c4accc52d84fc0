package datasets_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// FuzzShard reads arbitrary bytes as the decisions of a dataset whose manifest has their digest. It must
// return rows or an error that names the file, in the memory that arrowfile.Allocator grants.
func FuzzShard(f *testing.F) {
	whole := map[bool]*datasets.Manifest{} // by whether the shard is compressed
	for _, z := range []datasets.Compression{datasets.Zstd, datasets.Uncompressed} {
		c := datasettest.CalmConfig(filepath.Join(f.TempDir(), "data"))
		c.Games, c.ShardGames, c.BatchRows, c.Compression = 2, 2, 20, z
		whole[z == datasets.Zstd] = must.Get(collect.Run(f.Context(), c))(f).Manifest
		f.Add(z == datasets.Zstd, must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.ShardName(0))))(f))
	}
	f.Fuzz(func(t *testing.T, zstd bool, b []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, datasets.ShardName(0))
		must.Do(t, os.Mkdir(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, b, 0o666))
		entry := whole[zstd].Shards[0]
		entry.Digest = must.Get(datasets.DigestFile(path))(t)
		must.Do(t, datasets.NewManifest(whole[zstd].Meta, []datasets.ShardEntry{entry}).Write(dir))
		d := datasettest.Open(t, dir)
		values := make([]float32, d.Meta().GameLayout().Size())
		for b, err := range d.Batches() {
			if err != nil {
				must.Fail(t, err, path)
				break
			}
			for i := range b.Rows() {
				b.Observation(values, i)
				_, _, _ = b.Agent(i), b.Phase(i), b.Ending(i)
			}
		}
		_, _ = d.Validate(t.Context(), nil)
	})
}

// FuzzManifest reads arbitrary bytes as a manifest. One that is accepted
// is written to the same manifest again.
func FuzzManifest(f *testing.F) {
	c := datasettest.CalmConfig(filepath.Join(f.TempDir(), "data"))
	c.Games, c.ShardGames = 6, 3
	must.Get(collect.Run(f.Context(), c))(f)
	f.Add(must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.ManifestName)))(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := datasets.ParseManifest(b)
		if err != nil {
			return
		}
		dir := t.TempDir()
		must.Do(t, m.Write(dir))
		again, err := datasets.ReadManifest(dir)
		if err != nil {
			t.Fatalf("what is accepted is refused when it is written: %v", err)
		}
		if diff := m.Meta.Differences(again.Meta, "at first", "again"); len(diff) > 0 || len(m.Shards) != len(again.Shards) {
			t.Errorf("it changes when it is written: %v", diff)
		}
		_ = datasets.Columns(m.Meta)
		for _, s := range m.Shards {
			if folder, name := filepath.Split(s.File); folder != "decisions/" || !filepath.IsLocal(name) {
				t.Errorf("the file %q is in another folder", s.File)
			}
		}
		if _, err := datasets.Open(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("opening it: %v", err)
		}
	})
}
