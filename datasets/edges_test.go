package datasets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// TestAdopt adopts a shard that no manifest lists, and refuses one that lacks episodes or is cut or damaged: the error
// names the file.
func TestAdopt(t *testing.T) {
	everyCompression(t, func(t *testing.T, z datasets.Compression) {
		c := small(t, z)
		s := datasettest.Collect(t, c)
		m, info := s.Manifest.Meta, datasets.ShardInfo{Index: 1, First: 3, Episodes: 3}
		if e, err := datasets.Adopt(t.Context(), c.Dir, m, info); err != nil || e != s.Manifest.Shards[1] {
			t.Errorf("%+v, want %+v (%v)", e, s.Manifest.Shards[1], err)
		}
		info.Episodes = 4
		_, err := datasets.Adopt(t.Context(), c.Dir, m, info)
		must.Fail(t, err, datasets.ShardName(1), "the file ends after 3 of 4 episodes")
		info.Episodes = 3
		for _, name := range []string{datasets.ShardName(1), datasets.ResultsName(datasets.ShardName(1))} {
			path := filepath.Join(c.Dir, name)
			whole := datasettest.MustRead(t, path)
			try := func(b []byte) error {
				must.Do(t, os.WriteFile(path, b, 0o666))
				_, err := datasets.Adopt(t.Context(), c.Dir, m, info)
				return err
			}
			must.Fail(t, try(whole[:len(whole)/2]), path)
			step := 1 + len(whole)/100
			if *long {
				step = 1
			}
			for at := 0; at < len(whole); at += step {
				bad := slices.Clone(whole)
				bad[at] ^= 0xff
				if err := try(bad); err != nil && !strings.Contains(err.Error(), path) {
					t.Errorf("byte %d: error %v, want one that names %s", at, err, path)
				}
			}
			must.Do(t, try(whole))
		}
	})
}

// TestSlicedBatches checks batches that are parts of others.
func TestSlicedBatches(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	size := 0
	for _, f := range d.Meta().GameLayout() {
		size += f.Size()
	}
	for b, err := range d.Batches() {
		must.Do(t, err)
		from := int64(7)
		part := must.Get(datasets.NewBatch(b.Record().NewSlice(from, int64(b.Rows())), d.Meta()))(t)
		defer part.Release()
		for i := range part.Rows() {
			var got, want game.Mask
			part.Mask(&got, i)
			b.Mask(&want, i+int(from))
			then, now := make([]float32, size), make([]float32, size)
			part.Observation(then, i)
			b.Observation(now, i+int(from))
			for k := range then {
				if then[k] != now[k] {
					t.Fatalf("row %d: entry %d is %v, want %v", i, k, then[k], now[k])
				}
			}
			if got != want || part.Action[i] != b.Action[i+int(from)] {
				t.Fatalf("row %d: mask %v, want %v", i, got, want)
			}
		}
		break
	}
}
