package shard

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/must"
)

func TestSinkAppearsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "decisions/shard-00000.arrow")
	s := must.Get(createSink(dir, "decisions/shard-00000.arrow"))(t)
	must.Get(s.Write([]byte("hello")))(t)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file exists before commit (%v)", err)
	}
	must.Do(t, s.commit())
	if b, err := os.ReadFile(path); err != nil || string(b) != "hello" {
		t.Errorf("the file holds %q (%v)", b, err)
	}
	if sums, err := datasets.DigestFile(path); err != nil || sums != s.sum.Sum() || sums.Bytes != 5 {
		t.Errorf("the file has %+v, but the sink reports %+v (%v)", sums, s.sum.Sum(), err)
	}
}

// TestDiskFull writes to /dev/full.
func TestDiskFull(t *testing.T) {
	for _, table := range []string{datasets.DecisionsFolder, datasets.ResultsFolder} {
		dir, m := t.TempDir(), testMeta()
		w, err := Create(dir, m, datasets.ShardInfo{Episodes: 1})
		must.Do(t, err)
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		must.Do(t, err)
		s := w.sink
		if table == datasets.ResultsFolder {
			s = w.results.sink
		}
		s.out.Reset(full)
		r := NewRows(m)
		oneEpisode(t, r, 20, make([]float32, 2), &game.Mask{0b1010})
		for seat := range m.Seats {
			must.Do(t, w.Add(datasets.Result{Player: game.Player(seat), Agent: "a"}))
		}
		if err = w.flush(r); err == nil {
			_, err = w.Commit()
		}
		w.Discard()
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), s.path) || !strings.Contains(err.Error(), "free some space") || strings.Contains(err.Error(), "--resume") {
			t.Errorf("error %v, want one that names %s and a remedy", err, s.path)
		}
		if left, err := datasets.ListFiles(dir); err != nil || len(left) != 0 {
			t.Errorf("%v is left behind (%v)", left, err)
		}
	}
}
