package datasets_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// The digests of short texts, by sha256sum.
func TestDigests(t *testing.T) {
	for text, want := range map[string]datasets.Digest{
		"":                                 {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		"a":                                {1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
		"abcdefghijklmnopqrstuvwxyz":       {26, "71c480df93d6ae2f1efad1447c66c9525e316218cf51fc8d9ed832f2daf18b73"},
		strings.Repeat("0123456789", 1000): {10000, "4c207598af7a20db0e3334dd044399a40e467cb81b37f7ba05a4f76dcbd8fd59"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		if got, err := datasets.DigestFile(path); err != nil || got != want {
			t.Errorf("%.30q: %+v, want %+v (%v)", text, got, want, err)
		}
	}
}

// A batch is copied once: the memory of the message that holds it is used again.
func TestMessagesShareMemory(t *testing.T) {
	c := datasettest.CalmConfig(t.TempDir())
	c.Games, c.ShardGames, c.BatchRows, c.Compression = 400, 400, 500, datasets.Uncompressed
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	must.Do(t, d.CheckDigest(0))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	batches := 0
	for _, err := range d.Batches() {
		must.Do(t, err)
		batches++
	}
	runtime.ReadMemStats(&after)
	if size, took := uint64(d.Manifest.Bytes), after.TotalAlloc-before.TotalAlloc; batches < 10 || took > size*3/2 {
		t.Errorf("%d batches of %d bytes took %d bytes of memory: want 3/2 of them at most", batches, size, took)
	}
}
