package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// TestBlocksAreTheBatches reads the blocks in reverse order and compares them with the batches.
func TestBlocksAreTheBatches(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := must.Get(datasets.Open(c.Dir))(t)
	text := func(b *datasets.Batch) string {
		part, whole := make([]float32, datasettest.ToyLayout[1].Size()), make([]float32, datasettest.ToyLayout.Size())
		b.Field(part, 1, b.Rows()-1)
		b.Observation(whole, b.Rows()-1)
		if at, _ := datasettest.ToyLayout.Offset(datasettest.ToyLayout[1].Name); !slices.Equal(part, whole[at:at+len(part)]) {
			t.Errorf("field %s is %v, want %v", datasettest.ToyLayout[1].Name, part, whole)
		}
		return fmt.Sprint(b.Episode, b.Step, b.Action, whole)
	}
	var want, got []string
	for b, err := range d.Batches() {
		must.Do(t, err)
		want = append(want, text(b))
	}
	blocks := must.Get(d.Blocks())(t)
	slices.Reverse(blocks)
	for _, b := range blocks {
		must.Do(t, d.ReadBlock(b, func(b *datasets.Batch) error { got = append(got, text(b)); return nil }))
	}
	slices.Reverse(got)
	if !slices.Equal(got, want) || len(got) < 7 {
		t.Errorf("the %d blocks differ from the %d batches", len(got), len(want))
	}
	must.Fail(t, d.ReadBlock(datasets.Block{1, 9}, nil), datasets.ShardName(1), "batch 9")
}

func TestBlocksOfAnotherDataset(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	other := datasettest.ToyConfig(t.TempDir())
	other.Seed++
	datasettest.Collect(t, other)
	name := datasets.ShardName(2)
	b := must.Get(os.ReadFile(filepath.Join(other.Dir, name)))(t)
	must.Do(t, os.WriteFile(filepath.Join(c.Dir, name), b, 0o666))
	d := must.Get(datasets.Open(c.Dir))(t)
	must.Refuse(d.Blocks())(t, name+": the file has")
	must.Fail(t, d.CheckDigest(2), "SHA-256")
	if err := d.CheckDigest(1); err != nil {
		t.Error(err)
	}
}
