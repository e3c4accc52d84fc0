package collect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// collectShards runs RunShards and fails the test if it returns an error.
func collectShards(t *testing.T, c collect.Config, from, to int) *collect.Summary {
	t.Helper()
	return must.Get(collect.RunShards(t.Context(), c, from, to))(t)
}

// Shards that are made one by one and sealed are the files of one run.
func TestShardsAndSeal(t *testing.T) {
	for name, set := range datasettest.Variants() {
		if !slices.Contains([]string{"arrow", "stream-none", "parquet", "final"}, name) {
			continue // the others have the same writers
		}
		t.Run(name, func(t *testing.T) {
			whole := datasettest.ToyConfig(t.TempDir())
			set(&whole)
			want := datasettest.Collect(t, whole)
			c := whole
			c.Dir = filepath.Join(t.TempDir(), "new")
			for _, part := range [][2]int{{4, 6}, {0, 1}} {
				if s := collectShards(t, c, part[0], part[1]); s.Kept != 0 || len(s.Shards) != part[1]-part[0] || s.Shards[0] != want.Shards[part[0]] {
					t.Errorf("shards %v: %+v, want %+v", part, s, want.Shards[part[0]:part[1]])
				}
			}
			before := datasettest.SumsOf(t, c.Dir)
			if len(before) != 9 {
				t.Errorf("%d files, want 3 shards of two files and their entries", len(before))
			}
			must.Refuse(collect.Seal(t.Context(), c.Dir, false))(t, "lacks 3 of its 6 shards, or their entries: collect --shards 1:4")
			if _, err := datasets.Open(c.Dir); !errors.As(err, new(*datasets.Incomplete)) || !maps.Equal(before, datasettest.SumsOf(t, c.Dir)) {
				t.Errorf("the folder has changed, or opens: %v", err)
			}
			c.Workers = 2
			var reported atomic.Int64
			c.Progress = func(n int64) { reported.Add(n) }
			if s := collectShards(t, c, 0, 6); s.Kept != 23 || s.Played != 30 || reported.Load() != 53 {
				t.Errorf("kept %d, played %d, reported %d games, want 23, 30 and 53", s.Kept, s.Played, reported.Load())
			}
			for range 2 { // a sealed folder stays as it is
				must.Get(collect.Seal(t.Context(), c.Dir, true))(t)
				if !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
					t.Error("the sealed folder differs from that of one run")
				}
			}
			if s := collectShards(t, c, 2, 4); s.Kept != 20 || s.Played != 0 || !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
				t.Errorf("in a sealed folder %d games are kept and %d played, want 20 and 0, and the same files", s.Kept, s.Played)
			}
		})
	}
}

// Run goes on where RunShards ended, and so does RunShards after Run.
func TestShardsAndResume(t *testing.T) {
	whole := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, whole)
	c := datasettest.ToyConfig(t.TempDir())
	collectShards(t, c, 1, 3)
	c.Resume = true
	if _, err := collectUntil(t, c, 34); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if s := collectShards(t, c, 0, 6); s.Kept != 30 || s.Played != 23 {
		t.Errorf("kept %d and played %d games, want 30 and 23", s.Kept, s.Played)
	}
	must.Do(t, os.Remove(filepath.Join(c.Dir, "decisions/shard-00005.arrow")))
	if s := datasettest.Collect(t, c); s.Kept != 50 || !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Errorf("kept %d games, want 50 and the files of one run", s.Kept)
	}
}

// What a kill may leave does not hinder the next run, and nothing of it is in a sealed folder.
func TestShardsCleanUp(t *testing.T) {
	whole := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, whole)
	c := datasettest.ToyConfig(t.TempDir())
	collectShards(t, c, 0, 2)
	leave := func(names ...string) {
		for _, name := range names {
			must.Do(t, os.WriteFile(filepath.Join(c.Dir, name), []byte("half"), 0o666))
		}
	}
	leave(".shard-00002.arrow.X.partial", ".shard-00002.json.Y.partial", ".shard-00002.arrow.lock", ".shard-00000.arrow.lock",
		".shard-00005.arrow.X.partial", ".manifest.json.X.partial")
	if err := os.Remove(filepath.Join(c.Dir, "decisions/shard-00001.arrow")); err != nil { // killed between entry and shard
		t.Fatal(err)
	}
	if s := collectShards(t, c, 0, 3); s.Kept != 10 {
		t.Errorf("kept %d games, want 10", s.Kept)
	}
	left := datasettest.SumsOf(t, c.Dir)
	if len(left) != 11 {
		t.Errorf("the folder holds %v, want 3 shards of two files, their entries, and what is left of another shard and of a manifest", left)
	}
	collectShards(t, c, 3, 5)
	leave(".shard-00001.arrow.lock")
	collectShards(t, c, 5, 6)
	must.Get(collect.Seal(t.Context(), c.Dir, false))(t)
	if !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Errorf("the sealed folder differs from that of one run: %v", datasettest.SumsOf(t, c.Dir))
	}
}

// While shards are written one by one, no other command may write to the folder; a shard that
// another process writes is waited for.
func TestShardsAreLocked(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	busy, err := safefile.LockFile(filepath.Join(c.Dir, "shard-00001.arrow"))
	must.Do(t, err)
	others := make(chan error, 1)
	played := int64(0)
	c.Progress = func(n int64) {
		if played += n; played != 20 { // shards 0 and 2, but not 1
			return
		}
		release, err := safefile.LockShared(c.Dir)
		if err == nil {
			release()
			r := c
			r.Resume, r.Progress = true, nil
			_, err = collect.Run(t.Context(), r)
		}
		if err == nil || !strings.Contains(err.Error(), "another process is writing to it") {
			others <- err
		}
		if _, err = collect.Seal(t.Context(), c.Dir, false); err == nil || !strings.Contains(err.Error(), "another process is writing to it") {
			others <- err
		}
		close(others)
		busy()
	}
	if s := collectShards(t, c, 0, 3); s.Played != 30 {
		t.Errorf("played %d games, want 30", s.Played)
	}
	if err, ok := <-others; ok {
		t.Errorf("another run gives %v, want the error of the lock", err)
	}

	busy, err = safefile.LockFile(filepath.Join(c.Dir, "shard-00003.arrow"))
	must.Do(t, err)
	defer busy()
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(n int64) { cancel() }
	var stopped *collect.StoppedError
	if _, err = collect.RunShards(ctx, c, 2, 4); !errors.As(err, &stopped) || stopped.Done != 1 && stopped.Done != 0 || stopped.Shards != 2 {
		t.Errorf("cancelled while it waits: %v", err)
	}
}

// Finished shards are refused if they are of other settings, of another version, or not as they
// were; nothing is changed then.
func TestShardsRefuse(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	collectShards(t, c, 0, 3)
	before := datasettest.SumsOf(t, c.Dir)
	refuses := func(what string, c collect.Config, from, to int, says ...string) {
		t.Helper()
		_, err := collect.RunShards(t.Context(), c, from, to)
		for _, s := range says {
			must.Fail(t, err, s)
		}
		if !maps.Equal(before, datasettest.SumsOf(t, c.Dir)) {
			t.Errorf("%s: the refused run changed files", what)
		}
	}
	for says, change := range map[string]func(*collect.Config){
		"seed: 7 there, 8 requested":            func(c *collect.Config) { c.Seed = 8 },
		"games: 53 there, 54 requested":         func(c *collect.Config) { c.Games = 54 },
		"format: arrow there, parquet":          func(c *collect.Config) { c.Format = datasets.Parquet },
		"generator: rummygym there, rummygym-2": func(c *collect.Config) { c.Generator = "rummygym-2" },
		`program: "" there, "1f" requested`:     func(c *collect.Config) { c.Build = "1f" },
		`rule x: none there, 1 requested`:       func(c *collect.Config) { c.Table.Rules = []byte(`{"seats":2,"x":1}`) },
	} {
		d := c
		change(&d)
		refuses(says, d, 1, 4, says, "shard-00001.json")
		refuses(says+", other shards", d, 4, 5, says, "shard-00000.json")
	}
	refuses("backwards", c, 2, 2, "shards from 2 up to 2", "6 shards")
	refuses("too many", c, 2, 7, "up to 7", "at most 6")

	for _, name := range []string{"decisions/shard-00001.arrow", "results/shard-00001.arrow", "shard-00001.json"} {
		path := filepath.Join(c.Dir, name)
		good := must.Get(os.ReadFile(path))(t)
		bad := bytes.Clone(good)
		bad[len(bad)/2] ^= 4
		must.Do(t, os.WriteFile(path, bad, 0o666))
		before = datasettest.SumsOf(t, c.Dir)
		refuses("a bit of "+name, c, 0, 3, path, "SHA-256", "written again")
		must.Do(t, os.WriteFile(path, good, 0o666))
	}
}

func TestSealRefuses(t *testing.T) {
	must.Refuse(collect.Seal(t.Context(), t.TempDir(), false))(t, "no entries of shards")
	if _, err := collect.Seal(t.Context(), filepath.Join(t.TempDir(), "none"), false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: error %v", err)
	}
	c := datasettest.ToyConfig("")
	c.Games = 30
	other := c
	other.Dir, other.Seed = t.TempDir(), 8
	collectShards(t, other, 0, 3)
	foreign := func(name string) []byte {
		return must.Get(os.ReadFile(filepath.Join(other.Dir, name)))(t)
	}
	for says, spoil := range map[string]func(path func(name string) string) error{
		"lacks 1 of its 3 shards, or their entries: collect --shards 1:2":  func(p func(string) string) error { return os.Remove(p("shard-00001.json")) },
		"lacks 1 of its 3 shards, or their entries: collect --shards 0:1 ": func(p func(string) string) error { return os.Remove(p("decisions/shard-00000.arrow")) },
		"shard-00002.arrow has 5 bytes, and had":                           func(p func(string) string) error { return os.Truncate(p("decisions/shard-00002.arrow"), 5) },
		"shard-00003.arrow is not one of the 3 shards":                     func(p func(string) string) error { return os.WriteFile(p("decisions/shard-00003.arrow"), nil, 0o666) },
		"shard-00001.parquet is not one of the 3 shards":                   func(p func(string) string) error { return os.WriteFile(p("decisions/shard-00001.parquet"), nil, 0o666) },
		"shard-00002.json belongs to another dataset than shard-00000.json: seed: 8 there, 7 here": func(p func(string) string) error {
			return os.WriteFile(p("shard-00002.json"), foreign("shard-00002.json"), 0o666)
		},
		"shard-00002.json is the entry of another shard, decisions/shard-00000.arrow": func(p func(string) string) error {
			b, err := os.ReadFile(p("shard-00000.json"))
			return errors.Join(err, os.WriteFile(p("shard-00002.json"), b, 0o666))
		},
		"shard-00002.json: the file is damaged": func(p func(string) string) error { return os.Truncate(p("shard-00002.json"), 900) },
		"shard-00001.arrow: the file has": func(p func(string) string) error { // only with check
			b, err := os.ReadFile(p("decisions/shard-00001.arrow"))
			b[len(b)/2] ^= 1
			return errors.Join(err, os.WriteFile(p("decisions/shard-00001.arrow"), b, 0o666))
		},
	} {
		c.Dir = t.TempDir()
		collectShards(t, c, 0, 3)
		must.Do(t, spoil(func(name string) string { return filepath.Join(c.Dir, name) }))
		before := datasettest.SumsOf(t, c.Dir)
		if _, err := collect.Seal(t.Context(), c.Dir, true); err == nil || !strings.Contains(err.Error()+" ", says) {
			t.Errorf("error %v, want one that contains %q", err, says)
		}
		if !maps.Equal(before, datasettest.SumsOf(t, c.Dir)) {
			t.Errorf("%s: the refusal changed files", says)
		}
	}
}

// The entry says what a planner on another machine needs: the digests of the shard, and those
// of the settings, which the configuration has too.
func TestEntry(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	s := collectShards(t, c, 5, 6)
	m := must.Get(c.Meta())(t)
	settings := must.Get(m.Digest(""))(t)
	b := must.Get(os.ReadFile(filepath.Join(c.Dir, datasets.EntryName(s.Shards[0].File))))(t)
	var e struct {
		File     string
		First    int64 `json:"first_episode"`
		Episodes int64
		Bytes    int64
		SHA256   string
		Settings string
		Dataset  datasets.Meta
	}
	must.Do(t, json.Unmarshal(b, &e))
	want, err := datasets.DigestFile(filepath.Join(c.Dir, "decisions/shard-00005.arrow"))
	if err != nil || e.File != "decisions/shard-00005.arrow" || e.First != 50 || e.Episodes != 3 || e.Bytes != want.Bytes || e.SHA256 != want.SHA256 || e.Settings != settings || e.Dataset.Generator != "rummygym" {
		t.Errorf("the entry is %s; want SHA-256 %s and settings %s (%v)", b, want.SHA256, settings, err)
	}
}
