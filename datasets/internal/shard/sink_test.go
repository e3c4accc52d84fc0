package shard

import (
	"errors"
	"io"
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
	if at, err := s.Seek(0, io.SeekCurrent); at != 5 || err != nil {
		t.Errorf("position %d, error %v, want 5", at, err)
	}
	if _, err := s.Seek(0, io.SeekStart); err == nil {
		t.Error("seeking to the start is accepted")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file exists before commit (%v)", err)
	}
	must.Do(t, s.commit())
	if b, err := os.ReadFile(path); err != nil || string(b) != "hello" {
		t.Errorf("the file holds %q (%v)", b, err)
	}
	if sums, err := datasets.DigestFile(path); err != nil || sums != s.sums.Sums() || sums.Bytes != 5 {
		t.Errorf("the file has %+v, but the sink reports %+v (%v)", sums, s.sums.Sums(), err)
	}
}

func TestSinkDiscarded(t *testing.T) {
	dir := t.TempDir()
	s := must.Get(createSink(dir, "a.arrow"))(t)
	s.Write([]byte("hello"))
	s.discard()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v is left behind (%v)", left, err)
	}
}

// TestDiskFull writes to /dev/full.
func TestDiskFull(t *testing.T) {
	for _, f := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		for _, table := range []string{datasets.DecisionsFolder, datasets.ResultsFolder} {
			dir, m := t.TempDir(), testMeta()
			m.Format = f
			w, err := Create(dir, m, datasets.ShardInfo{Episodes: 1})
			must.Do(t, err)
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			must.Do(t, err)
			s := w.sink
			if table == datasets.ResultsFolder {
				s = w.results.sink
			}
			s.file.Close()
			s.file = full
			s.out.Reset(full)
			r := NewRows(m)
			oneEpisode(t, r, 20, make([]float32, 2), &game.Mask{0b1010})
			for seat := range m.Seats {
				r.results = append(r.results, datasets.Result{Player: game.Player(seat), Agent: "a"})
			}
			if err = w.Take(r); err == nil {
				if err = w.Flush(r); err == nil {
					_, err = w.Commit(nil)
				}
			}
			w.Discard()
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), s.partial) || !strings.Contains(err.Error(), "free some space") || strings.Contains(err.Error(), "--resume") {
				t.Errorf("error %v, want one that names %s and a remedy", err, s.partial)
			}
			if left, err := datasets.ListFiles(dir); err != nil || len(left) != 0 {
				t.Errorf("%v is left behind (%v)", left, err)
			}
		}
	}
}
