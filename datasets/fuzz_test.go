package datasets_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/internal/arrowfile"
	"rummygym/internal/must"
)

// peak is an allocator that notes the largest sum of live allocations.
type peak struct {
	memory.Allocator
	live, most int
}

func (p *peak) Allocate(n int) []byte {
	p.note(n)
	return p.Allocator.Allocate(n)
}

func (p *peak) Reallocate(n int, b []byte) []byte {
	p.note(n - len(b))
	return p.Allocator.Reallocate(n, b)
}

func (p *peak) Free(b []byte) {
	p.live -= len(b)
	p.Allocator.Free(b)
}

func (p *peak) note(n int) {
	p.live += n
	p.most = max(p.most, p.live)
}

// FuzzShard reads arbitrary bytes as the decisions of a dataset whose manifest has their digest. It must
// return rows or an error that names the file, and may not take more memory than a batch may.
func FuzzShard(f *testing.F) {
	formats := []datasets.Format{datasets.ArrowFile, datasets.Parquet}
	whole := map[datasets.Format]*datasets.Manifest{}
	for i, format := range formats {
		for _, z := range []datasets.Compression{datasets.Zstd, datasets.Uncompressed} {
			c := datasettest.CalmConfig(filepath.Join(f.TempDir(), "data"))
			c.Games, c.ShardGames, c.BatchRows, c.Format, c.Compression = 2, 2, 20, format, z
			whole[format] = must.Get(collect.Run(f.Context(), c))(f).Manifest
			b := must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.ShardName(0, format))))(f)
			f.Add(uint8(i), b)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		format := formats[int(kind)%len(formats)]
		dir := t.TempDir()
		path := filepath.Join(dir, datasets.ShardName(0, format))
		must.Do(t, os.Mkdir(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, b, 0o666))
		entry := whole[format].Shards[0]
		entry.Digest = must.Get(datasets.DigestFile(path))(t)
		must.Do(t, datasets.NewManifest(whole[format].Meta, []datasets.ShardEntry{entry}).Write(dir))
		mem := &peak{Allocator: memory.NewGoAllocator()}
		d := datasettest.Open(t, dir, datasets.WithAllocator(mem))
		values := make([]float32, d.Meta().GameLayout().Size())
		for b, err := range d.Batches() {
			if err != nil {
				must.Fail(t, err, path)
				break
			}
			for i := range b.Rows() {
				b.Observation(values, i)
				_, _, _ = b.Agent(i), b.Phase(i), b.Ending(i)
				_ = b.Actions(i)
			}
		}
		_, _ = d.Validate(t.Context(), nil)
		if limit := arrowfile.MemoryLimit(int64(len(b))); int64(mem.most) > 2*limit {
			t.Errorf("%d bytes of memory, want at most %d", mem.most, 2*limit)
		}
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
