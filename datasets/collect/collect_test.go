package collect_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

func TestSameBytesWhateverTheWorkers(t *testing.T) {
	for name, set := range datasettest.Variants() {
		t.Run(name, func(t *testing.T) {
			var want map[string]string
			counts := []int{1, 3}
			if name == "arrow" {
				counts = []int{1, 2, 3, 16}
			}
			for _, workers := range counts {
				c := datasettest.ToyConfig(t.TempDir())
				set(&c)
				c.Workers = workers
				var reported atomic.Int64
				c.Progress = func(n int64) { reported.Add(n) }
				s := datasettest.Collect(t, c)
				if s.Played != c.Games || s.Kept != 0 || reported.Load() != c.Games {
					t.Errorf("%d workers: played %d, kept %d, reported %d of %d games", workers, s.Played, s.Kept, reported.Load(), c.Games)
				}
				got := datasettest.SumsOf(t, c.Dir)
				if len(got) != 13 { // 6 shards of two files each, and the manifest
					t.Errorf("%d files, want 13: %v", len(got), slices.Sorted(maps.Keys(got)))
				}
				if want == nil {
					want = got
				} else if !maps.Equal(got, want) {
					t.Errorf("%d workers write different bytes than one", workers)
				}
			}
		})
	}
}

// The games of one shard are played by several workers, and written in order.
func TestSameBytesOfOneShard(t *testing.T) {
	for name, set := range datasettest.Variants() {
		t.Run(name, func(t *testing.T) {
			var want map[string]string
			for _, workers := range []int{1, 2, 5} {
				c := datasettest.ToyConfig(t.TempDir())
				set(&c)
				c.ShardGames, c.Workers = c.Games, workers
				datasettest.Collect(t, c)
				if got := datasettest.SumsOf(t, c.Dir); want == nil {
					want = got
				} else if len(got) != 3 || !maps.Equal(got, want) {
					t.Errorf("%d workers write different bytes than one", workers)
				}
			}
		})
	}
	wrong := datasettest.ToyConfig("")
	wrong.ShardGames = wrong.Games
	wrong.Agents[0] = collect.Agent{Name: "cheat", New: func() game.Agent { return new(cheat) }}
	for range 20 {
		wrong.Dir, wrong.Workers = t.TempDir(), 3
		_, err := collect.Run(t.Context(), wrong)
		must.Fail(t, err, "deal 0, step 4, agent cheat in seat 0")
	}
	stopped := datasettest.ToyConfig(t.TempDir())
	stopped.Games, stopped.ShardGames, stopped.Workers = 2000, 2000, 3
	if games, err := collectUntil(t, stopped, 35); !errors.Is(err, context.Canceled) || games != 0 || len(datasettest.SumsOf(t, stopped.Dir)) != 0 {
		t.Errorf("stopped: %v, %d games reported", err, games)
	}
}

func TestOtherSeedOtherBytes(t *testing.T) {
	a, b := datasettest.ToyConfig(t.TempDir()), datasettest.ToyConfig(t.TempDir())
	b.Seed++
	datasettest.Collect(t, a)
	datasettest.Collect(t, b)
	if x, y := datasettest.SumsOf(t, a.Dir), datasettest.SumsOf(t, b.Dir); x["decisions/shard-00000.arrow"] == y["decisions/shard-00000.arrow"] {
		t.Error("seeds 7 and 8 give the same shard")
	}
}

func TestCancelAndResume(t *testing.T) {
	whole := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, whole)

	c := datasettest.ToyConfig(t.TempDir())
	games, err := collectUntil(t, c, 35)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "3 of 6 shards") || !strings.Contains(err.Error(), "--resume") {
		t.Fatalf("error %v, want one that matches context.Canceled, counts 3 of 6 shards and says --resume", err)
	}
	if games != 30 {
		t.Errorf("progress reported %d games, want the 30 that are on disk", games)
	}
	left := datasettest.SumsOf(t, c.Dir)
	if len(left) != 6 {
		t.Errorf("%d files are left, want the two files of the 3 finished shards: %v", len(left), slices.Sorted(maps.Keys(left)))
	}
	if _, err := datasets.Open(c.Dir); !errors.As(err, new(*datasets.Incomplete)) {
		t.Errorf("opening gives %v, want *Incomplete", err)
	}

	// A killed run also leaves a partial shard, which does not count as one.
	partial := filepath.Join(c.Dir, "decisions/.shard-00003.arrow.1.new")
	must.Do(t, os.WriteFile(partial, []byte("ARROW1\x00\x00 and no more"), 0o666))
	c.Resume, c.Workers, c.Progress = true, 2, nil
	s := datasettest.Collect(t, c)
	if s.Kept != 30 || s.Played != 23 {
		t.Errorf("kept %d and played %d games, want 30 and 23", s.Kept, s.Played)
	}
	if !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Error("the resumed run differs from an uninterrupted one")
	}

	// Resuming a complete dataset keeps all shards but a missing one.
	if s = datasettest.Collect(t, c); s.Kept != 53 || s.Played != 0 {
		t.Errorf("a second resume kept %d and played %d games, want 53 and 0", s.Kept, s.Played)
	}
	for _, lost := range []string{"decisions/shard-00004.arrow", "results/shard-00004.arrow"} {
		must.Do(t, os.Remove(filepath.Join(c.Dir, lost)))
		if s = datasettest.Collect(t, c); s.Kept != 43 || s.Played != 10 || !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
			t.Errorf("after losing %s: kept %d and played %d games, want 43 and 10 and the same bytes", lost, s.Kept, s.Played)
		}
	}
}

func TestResumeRefusesOtherSettings(t *testing.T) {
	dir := t.TempDir()
	datasettest.Collect(t, datasettest.ToyConfig(dir))
	for setting, change := range map[string]func(*collect.Config){
		"seed: 7 there, 8 requested":            func(c *collect.Config) { c.Seed = 8 },
		"shard-00005.arrow":                     func(c *collect.Config) { c.Games = 54 },
		"agents: chancy,lowest there":           func(c *collect.Config) { c.Agents = []collect.Agent{datasettest.ToyLowest, datasettest.ToyChancy} },
		"seating: rotate there, fixed":          func(c *collect.Config) { c.Seating = datasets.Fixed },
		"shard-games: 10 there, 20":             func(c *collect.Config) { c.ShardGames = 20 },
		"batch-rows: 120 there, 51":             func(c *collect.Config) { c.BatchRows = 51 },
		"max-steps: 0 there, 9":                 func(c *collect.Config) { c.MaxSteps = 9 },
		"final: none there, rows":               func(c *collect.Config) { c.Final = datasets.FinalRows },
		"compression: zstd there, none":         func(c *collect.Config) { c.Compression = datasets.Uncompressed },
		"generator: rummygym there, rummygym-2": func(c *collect.Config) { c.Generator = "rummygym-2" },
		`rule x: none there, 1 requested`:       func(c *collect.Config) { c.Table.Rules = []byte(`{"seats":2,"x":1}`) },
		"fields: all there, some requested":     func(c *collect.Config) { c.Table.Fields = "some" },
	} {
		before := datasettest.SumsOf(t, dir)
		for _, manifest := range []string{datasets.ManifestName, "gone"} { // with and without its manifest
			c := datasettest.ToyConfig(dir)
			c.Resume = true
			change(&c)
			_, err := collect.Run(t.Context(), c)
			if manifest == "gone" {
				setting, _, _ = strings.Cut(setting, " there") // the shard has it
				if c.ShardGames != 10 {
					setting = "is not one of the"
				}
			}
			must.Fail(t, err, setting)
			if manifest == datasets.ManifestName && os.Rename(filepath.Join(dir, datasets.ManifestName), filepath.Join(dir, "gone")) != nil {
				t.Fatal("cannot rename the manifest")
			}
		}
		must.Do(t, os.Rename(filepath.Join(dir, "gone"), filepath.Join(dir, datasets.ManifestName)))
		if !maps.Equal(before, datasettest.SumsOf(t, dir)) {
			t.Errorf("%s: the refused run changed files", setting)
		}
	}
}

func TestRefusesFolderThatIsNotEmpty(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	name := filepath.Join(c.Dir, "notes.txt")
	must.Do(t, os.WriteFile(name, []byte("mine"), 0o666))
	must.Refuse(collect.Run(t.Context(), c))(t, "not empty (it holds notes.txt)")
	c.Resume = true
	datasettest.Collect(t, c)
	if b, err := os.ReadFile(name); err != nil || string(b) != "mine" {
		t.Error("Collect changed a file that does not belong to the dataset")
	}
}

func TestResumeRefusesDamagedShard(t *testing.T) {
	for name, set := range datasettest.Variants() {
		if slices.Contains([]string{"final", "truncated", "fixed", "six", "three-same"}, name) {
			continue // the same files as "arrow"
		}
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			datasettest.Collect(t, c)
			path := filepath.Join(c.Dir, datasets.ShardName(2))
			b := must.Get(os.ReadFile(path))(t)
			c.Resume = true
			for cut := 0; cut < len(b); cut += len(b)/9 + 1 {
				must.Do(t, os.WriteFile(path, b[:cut], 0o666))
				if _, err := collect.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), path) {
					t.Fatalf("shard cut to %d of %d bytes: error %v, want one that names it", cut, len(b), err)
				}
			}
		})
	}
}

// collectUntil collects games and cancels after a number of them. It returns the number that
// progress reported, and the error of Collect.
func collectUntil(t testing.TB, c collect.Config, stop int) (games int, err error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.Progress = func(n int64) {
		if games += int(n); games == stop {
			cancel()
		}
	}
	_, err = collect.Run(ctx, c)
	return games, err
}

// A shard that can be read, but is not what was written, is not kept in a complete dataset.
func TestResumeChecksDigests(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	c.Compression = datasets.Uncompressed
	datasettest.Collect(t, c)
	want := datasettest.SumsOf(t, c.Dir)
	c.Resume = true
	for _, name := range []string{"decisions/shard-00001.arrow", "results/shard-00001.arrow"} {
		path := filepath.Join(c.Dir, name)
		good := must.Get(os.ReadFile(path))(t)
		for at := len(good) / 4; at < len(good); at += len(good) / 4 {
			bad := bytes.Clone(good)
			bad[at] ^= 4
			must.Do(t, os.WriteFile(path, bad, 0o666))
			must.Refuse(collect.Run(t.Context(), c))(t, path, "SHA-256", "move the file away")
		}
		must.Do(t, os.WriteFile(path, good, 0o666))
	}
	if s := datasettest.Collect(t, c); s.Kept != 53 || !maps.Equal(datasettest.SumsOf(t, c.Dir), want) {
		t.Errorf("kept %d games, want 53 and the same files", s.Kept)
	}
}

// TestPartsOfARun collects parts of a run, copies their shards into one folder, and resumes there: the manifest lists the shards, what
// is missing is played, and the files are those of one run. A part is a dataset of its own, with the numbers of its deals.
func TestPartsOfARun(t *testing.T) {
	whole, all := datasettest.ToyConfig(t.TempDir()), datasettest.ToyConfig(t.TempDir())
	all.Resume = true
	datasettest.Collect(t, whole)
	for _, part := range [][2]int64{{0, 20}, {20, 10}, {40, 13}} {
		c := whole
		c.Dir, c.FirstDeal, c.Games = t.TempDir(), part[0], part[1]
		datasettest.Collect(t, c)
		d := datasettest.Open(t, c.Dir)
		if report, err := d.Validate(t.Context(), datasettest.ReplayOf(t, &c, d)); err != nil || report.Replayed != part[1] || d.Manifest.First() != part[0] {
			t.Errorf("%+v from episode %d (%v)", report, d.Manifest.First(), err)
		}
		must.Do(t, d.Find(part[0]+3, func(e datasets.Episode) error {
			if e.Deal[e.From] != part[0]+3 {
				t.Errorf("episode %d is deal %d", part[0]+3, e.Deal[e.From])
			}
			return nil
		}))
		for _, table := range []string{datasets.DecisionsFolder, datasets.ResultsFolder} {
			must.Do(t, os.CopyFS(filepath.Join(all.Dir, table), os.DirFS(filepath.Join(c.Dir, table))))
		}
	}
	if s := datasettest.Collect(t, all); s.Kept != 43 || s.Played != 10 || !maps.Equal(datasettest.SumsOf(t, all.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Errorf("kept %d and played %d games, want 43 and 10, and the files of one run", s.Kept, s.Played)
	}
}

// TestSeries collects games of several agents and seeds as one dataset: each has the rows that it has alone.
func TestSeries(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	c.Workers = 3
	c.More = []collect.Series{
		{Agents: []collect.Agent{datasettest.ToyLowest, {Name: "bold", New: datasettest.ToyChancy.New}}, Seating: datasets.Fixed, Games: 31, Seed: 8},
		{Agents: c.Agents, Seating: datasets.Rotate, Games: 5, Seed: 9, MaxSteps: 7},
	}
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	if report, err := d.Validate(t.Context(), datasettest.ReplayOf(t, &c, d)); err != nil || report.Replayed != 89 || report.Shards != 6+4+1 || strings.Join(d.Meta().AgentNames(), " ") != "chancy lowest bold" {
		t.Errorf("%+v, agents %q (%v)", report, d.Meta().AgentNames(), err)
	}
	first := int64(0)
	for _, s := range append([]collect.Series{c.Series}, c.More...) {
		alone := c
		alone.Dir, alone.Series, alone.More = t.TempDir(), s, nil
		datasettest.Collect(t, alone)
		for w, err := range datasettest.Open(t, alone.Dir).Episodes() {
			must.Do(t, err)
			must.Do(t, d.Find(first+w.Number(), func(e datasets.Episode) error {
				for i := range max(e.To-e.From, w.To-w.From) {
					x, y := e.From+i, w.From+i
					if e.Agent(x) != w.Agent(y) || e.Action[x] != w.Action[y] || e.Seed[x] != w.Seed[y] || e.Deal[x] != w.Deal[y] || e.Return[x] != w.Return[y] || e.Truncated(x) != w.Truncated(y) {
						t.Fatalf("episode %d: row %d differs from that of the series alone", e.Number(), i)
					}
				}
				return nil
			}))
		}
		first += s.Games
	}
	c.Resume = true
	if s := datasettest.Collect(t, c); s.Kept != 89 {
		t.Errorf("kept %d of 89 games", s.Kept)
	}
}

func TestTwoRunsInOneFolder(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	release := must.Get(safefile.Lock(c.Dir))(t)
	must.Refuse(collect.Run(t.Context(), c))(t, "another process is writing to it")
	release()
	datasettest.Collect(t, c)
}

// cheat chooses an illegal action at its third decision.
type cheat struct{ n int }

func (a *cheat) Reset(uint64) { a.n = 0 }

func (a *cheat) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	if a.n++; a.n == 3 {
		return 69, 1
	}
	return legal.Nth(legal.Count() - 1), 1
}

func TestErrorsOfPlay(t *testing.T) {
	wrong := datasettest.ToyConfig("")
	wrong.Agents[0] = collect.Agent{Name: "cheat", New: func() game.Agent { return new(cheat) }}
	narrow := datasettest.ToyConfig("")
	narrow.Table.NewEncoder = func() game.Encoder {
		l := slices.Clone(datasettest.ToyLayout)
		l[1].DType = game.Uint8 // points may exceed 255 in a later batch; squares overflow at once
		l[3].DType = game.Int8
		return &datasettest.ToyEncoder{Fields: l}
	}
	ending := datasettest.ToyConfig("")
	ending.Table.Endings = []string{"counted"}
	phase := datasettest.ToyConfig("")
	phase.Table.Phases = []string{"peek"}
	for name, test := range map[string]struct {
		c    collect.Config
		says string
	}{
		"illegal": {wrong, "seed 7, deal 0, step 4, agent cheat in seat 0: illegal action 69"},
		"narrow":  {narrow, "observation field squares: entry 1 is -70000, which is not a value of its type int8"},
		"ending":  {ending, `ending "folded" is not one of the game's endings ["counted"]`},
		"phase":   {phase, "seed 7, deal 0, step 1, agent chancy in seat 0: phase 1 is not one of the game's 1"},
	} {
		t.Run(name, func(t *testing.T) {
			test.c.Dir = t.TempDir()
			_, err := collect.Run(t.Context(), test.c)
			must.Fail(t, err, test.says)
			for f := range datasettest.SumsOf(t, test.c.Dir) {
				if !strings.HasPrefix(filepath.Base(f), "shard-") {
					t.Errorf("%s is left behind", f)
				}
			}
		})
	}
}

func TestValidateConfig(t *testing.T) {
	for says, change := range map[string]func(*collect.Config){
		"1 agents for 2 seats":      func(c *collect.Config) { c.Agents = c.Agents[:1] },
		"games is 0":                func(c *collect.Config) { c.Games = 0 },
		"workers is 0":              func(c *collect.Config) { c.Workers = 0 },
		"games per shard is -1":     func(c *collect.Config) { c.ShardGames = -1 },
		"rows per batch is 0":       func(c *collect.Config) { c.BatchRows = 0 },
		"max steps is -1":           func(c *collect.Config) { c.MaxSteps = -1 },
		"no folder is given":        func(c *collect.Config) { c.Dir = "" },
		"not JSON":                  func(c *collect.Config) { c.Table.Rules = []byte("{") },
		"agent 1 has no name":       func(c *collect.Config) { c.Agents = []collect.Agent{datasettest.ToyChancy, {}} },
		`compression "gzip"`:        func(c *collect.Config) { c.Compression = "gzip" },
		`seating "random"`:          func(c *collect.Config) { c.Seating = "random" },
		`final observations "some"`: func(c *collect.Config) { c.Final = "some" },
		"no phases":                 func(c *collect.Config) { c.Table.Phases = nil },
		"no endings":                func(c *collect.Config) { c.Table.Endings = nil },
		"the table needs a game":    func(c *collect.Config) { c.Table.Game = nil },
	} {
		c := datasettest.ToyConfig(t.TempDir())
		change(&c)
		must.Refuse(collect.Run(t.Context(), c))(t, says)
	}
}

// TestSameBytesWhateverTheProcessors compares runs in batches of about 100 kB, which
// Zstandard compresses in several goroutines if there are several processors.
func TestSameBytesWhateverTheProcessors(t *testing.T) {
	run := func(processors int) map[string]string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		c := datasettest.ToyConfig(t.TempDir())
		c.Games, c.ShardGames, c.BatchRows = 400, 400, 4000
		datasettest.Collect(t, c)
		return datasettest.SumsOf(t, c.Dir)
	}
	if !maps.Equal(run(1), run(4)) {
		t.Error("one processor and four give different bytes")
	}
}
