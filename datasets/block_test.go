package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

// TestBlocksAreTheBatches reads the blocks in reverse order and compares them with the batches.
func TestBlocksAreTheBatches(t *testing.T) {
	for _, f := range []Format{ArrowFile, ArrowStream, Parquet} {
		c := toyConfig(t.TempDir())
		c.Format = f
		collect(t, c)
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		d, err := Open(c.Dir, WithAllocator(mem))
		if err != nil {
			t.Fatal(err)
		}
		text := func(b *Batch) string {
			part, whole := make([]float32, toyLayout[1].Size()), make([]float32, toyLayout.Size())
			b.Field(part, 1, b.Rows()-1)
			b.Observation(whole, b.Rows()-1)
			if at, _ := toyLayout.Offset(toyLayout[1].Name); !slices.Equal(part, whole[at:at+len(part)]) {
				t.Errorf("field %s is %v, want %v", toyLayout[1].Name, part, whole)
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
			if err := d.ReadBlock(b, func(b *Batch) error { got = append(got, text(b)); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		slices.Reverse(got)
		if !slices.Equal(got, want) || len(got) < 7 {
			t.Errorf("%s: the %d blocks differ from the %d batches", f, len(got), len(want))
		}
		if err := d.ReadBlock(Block{1, 9}, nil); err == nil || !strings.Contains(err.Error(), ShardName(1, f)) || !strings.Contains(err.Error(), "batch 9") {
			t.Errorf("%s: reading a block that does not exist: error %v", f, err)
		}
		mem.AssertSize(t, 0)
	}
}

func TestBlocksOfAnotherDataset(t *testing.T) {
	c := toyConfig(t.TempDir())
	collect(t, c)
	other := toyConfig(t.TempDir())
	other.Seed++
	collect(t, other)
	name := ShardName(2, ArrowFile)
	b, err := os.ReadFile(filepath.Join(other.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, name), b, 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Open(c.Dir)
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
