package datasets_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/internal/datasettest"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestShardThatLacksEpisodes reads a shard that no manifest describes.
func TestShardThatLacksEpisodes(t *testing.T) {
	dir, m := t.TempDir(), datasettest.ToyMeta(t)
	path := filepath.Join(dir, datasets.ShardName(0, m.Format))
	w, err := shard.Create(dir, m, datasets.ShardInfo{Episodes: 1})
	must.Do(t, err)
	for seat := range m.Seats {
		must.Do(t, w.Add(datasets.Result{Player: game.Player(seat), Agent: m.AgentNames()[0]}))
	}
	must.Get(w.Commit(nil))(t)
	_, _, _, err = datasets.ReadShard(context.Background(), path)
	datasettest.Refusal(t, "no episodes", err, "the file ends after 0 of 1 episodes")
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

// TestShardOnItsOwn cuts and damages a shard without a manifest: its own metadata say which
// episodes it must hold.
func TestShardOnItsOwn(t *testing.T) {
	everyFormat(t, func(t *testing.T, f datasets.Format, z datasets.Compression) {
		c := small(t, f, z)
		datasettest.Collect(t, c)
		whole := datasettest.MustRead(t, filepath.Join(c.Dir, datasets.ShardName(1, f)))
		path := filepath.Join(t.TempDir(), "alone"+f.Extension())
		try := func(b []byte) (err error) {
			must.Do(t, os.WriteFile(path, b, 0o666))
			d, err := datasets.Open(path)
			if err != nil {
				return err
			}
			_, err = d.Validate(t.Context(), nil)
			return err
		}
		if err := try(whole); err != nil {
			t.Error(err)
		}
		for n, cut := range cuts(t, f, whole) {
			must.Fail(t, try(cut), fmt.Sprintf("%s: the file ends after %d of 3 episodes", path, n))
		}
		step := 1 + len(whole)/150
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
	})
}
