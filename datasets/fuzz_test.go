package datasets_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/datasets/internal/shard"
	"rummygym/internal/arrowfile"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
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

// FuzzShard reads arbitrary bytes as a shard of each format, without a manifest. It must
// return rows or an error that names the file, and may not take more memory than a batch may.
func FuzzShard(f *testing.F) {
	for i, format := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		for _, z := range []datasets.Compression{datasets.Zstd, datasets.Uncompressed} {
			c := datasettest.CalmConfig(filepath.Join(f.TempDir(), "data"))
			c.Games, c.ShardGames, c.BatchRows, c.Format, c.Compression = 2, 2, 20, format, z
			must.Get(collect.Run(f.Context(), c))(f)
			b := must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.ShardName(0, format))))(f)
			f.Add(uint8(i), b)
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		format := []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet}[kind%3]
		path := filepath.Join(t.TempDir(), "shard-00000"+format.Extension())
		must.Do(t, os.WriteFile(path, b, 0o666))
		mem := &peak{Allocator: memory.NewGoAllocator()}
		d, err := datasets.Open(path, datasets.WithAllocator(mem))
		rows := int64(0)
		if err == nil {
			values := make([]float32, d.Meta().GameLayout().Size())
			for b, berr := range d.Batches() {
				if berr != nil {
					t.Fatalf("Open has read the shard, but now it gives %v", berr)
				}
				rows += int64(b.Rows())
				for i := range b.Rows() {
					b.Observation(values, i)
					_, _, _ = b.Agent(i), b.Phase(i), b.Ending(i)
					_ = b.Actions(i)
				}
			}
			if rows != d.Manifest.Rows {
				t.Errorf("%d rows, but Open has found %d", rows, d.Manifest.Rows)
			}
			_, _ = d.Validate(t.Context(), nil)
		}
		if err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("error %v does not name %s", err, path)
		}
		if limit := arrowfile.MemoryLimit(int64(len(b))); int64(mem.most) > 2*limit {
			t.Errorf("%d bytes of memory, want at most %d", mem.most, 2*limit)
		}
	})
}

// FuzzManifest reads arbitrary bytes as a manifest, and JSON also with its digest. One that is accepted
// is written to the same manifest again.
func FuzzManifest(f *testing.F) {
	c := datasettest.CalmConfig(filepath.Join(f.TempDir(), "data"))
	c.Games, c.ShardGames = 6, 3
	must.Get(collect.Run(f.Context(), c))(f)
	sealed := must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.ManifestName)))(f)
	f.Add(sealed)
	f.Add([]byte("{" + string(sealed[strings.Index(string(sealed), `"dataset"`):])))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := datasets.ParseManifest(b)
		if sealed, wrong := safefile.EncodeJSON(json.RawMessage(b)); err != nil && wrong == nil {
			m, err = datasets.ParseManifest(sealed)
		}
		if err != nil {
			return
		}
		dir := t.TempDir()
		must.Do(t, shard.WriteManifest(dir, m))
		again, err := datasets.ReadManifest(dir)
		if err != nil {
			t.Fatalf("what is accepted is refused when it is written: %v", err)
		}
		if diff := m.Meta.Differences(again.Meta, "at first", "again"); len(diff) > 0 || len(m.Shards) != len(again.Shards) {
			t.Errorf("it changes when it is written: %v", diff)
		}
		_ = datasets.Columns(m.Meta)
		for _, s := range m.Shards {
			for _, f := range s.Files() {
				if rest := strings.TrimPrefix(strings.TrimPrefix(f.Name, "decisions/"), "results/"); filepath.Base(rest) != rest || rest == ".." || !filepath.IsLocal(f.Name) {
					t.Errorf("the file %q is in another folder", f.Name)
				}
			}
		}
		if _, err := datasets.Open(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("opening it: %v", err)
		}
	})
}
