package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/datasets"
	"rummygym/datasets/internal/datasettest"
)

// TestBlocksAreTheBatches reads the blocks in reverse order and compares them with the batches.
func TestBlocksAreTheBatches(t *testing.T) {
	for _, f := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		c := datasettest.ToyConfig(t.TempDir())
		c.Format = f
		datasettest.Collect(t, c)
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		d, err := datasets.Open(c.Dir, datasets.WithAllocator(mem))
		if err != nil {
			t.Fatal(err)
		}
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
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, text(b))
		}
		blocks, err := d.Blocks()
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(blocks)
		for _, b := range blocks {
			if err := d.ReadBlock(b, func(b *datasets.Batch) error { got = append(got, text(b)); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		slices.Reverse(got)
		if !slices.Equal(got, want) || len(got) < 7 {
			t.Errorf("%s: the %d blocks differ from the %d batches", f, len(got), len(want))
		}
		if err := d.ReadBlock(datasets.Block{1, 9}, nil); err == nil || !strings.Contains(err.Error(), datasets.ShardName(1, f)) || !strings.Contains(err.Error(), "batch 9") {
			t.Errorf("%s: reading a block that does not exist: error %v", f, err)
		}
		mem.AssertSize(t, 0)
	}
}

func TestBlocksOfAnotherDataset(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	other := datasettest.ToyConfig(t.TempDir())
	other.Seed++
	datasettest.Collect(t, other)
	name := datasets.ShardName(2, datasets.ArrowFile)
	b, err := os.ReadFile(filepath.Join(other.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, name), b, 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := datasets.Open(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Blocks(); err == nil || !strings.Contains(err.Error(), name+": the file has") {
		t.Errorf("error %v", err)
	}
	if err := d.CheckDigest(2); err == nil || !strings.Contains(err.Error(), "XXH3") {
		t.Errorf("error %v", err)
	}
	if err := d.CheckDigest(1); err != nil {
		t.Error(err)
	}
}
