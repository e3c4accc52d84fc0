package datasets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

func TestConvertThereAndBack(t *testing.T) {
	c := toyConfig(t.TempDir())
	collect(t, c)
	want := digests(t, c.Dir)
	from := open(t, c.Dir)
	for _, f := range []Format{ArrowFile, ArrowStream, Parquet} {
		for _, z := range []Compression{Zstd, Uncompressed} {
			if testing.Short() && (f == ArrowStream) != (z == Uncompressed) {
				continue
			}
			mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
			there, back := t.TempDir(), t.TempDir()
			m, err := Convert(t.Context(), from, there, f, z, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m.Episodes != 53 || m.Rows != from.Manifest.Rows || m.Meta.Format != f || m.Meta.Compression != z {
				t.Errorf("%s, %s: manifest %+v differs from that of the dataset", f, z, m)
			}
			d := open(t, there, WithAllocator(mem))
			replay, err := NewReplay(&c.Table, d.Meta())
			if err != nil {
				t.Fatal(err)
			}
			if report, err := d.Validate(t.Context(), replay); err != nil || report.Replayed != 53 {
				t.Errorf("%s, %s: %d episodes replayed: %v", f, z, report.Replayed, err)
			}
			deal := int64(0)
			for e, err := range d.Episodes() {
				if err != nil {
					t.Fatal(err)
				}
				compareEpisode(t, &c, e, deal)
				deal++
			}
			// The converted file equals the one collected in that format.
			direct := c
			direct.Dir, direct.Format, direct.Compression = t.TempDir(), f, z
			collect(t, direct)
			if !maps.Equal(digests(t, there), digests(t, direct.Dir)) {
				t.Errorf("%s, %s: converting gives different bytes than collecting", f, z)
			}
			if _, err := Convert(t.Context(), d, back, ArrowFile, Zstd, nil); err != nil {
				t.Fatal(err)
			}
			if !maps.Equal(digests(t, back), want) {
				t.Errorf("%s, %s: converting back gives different bytes", f, z)
			}
			mem.AssertSize(t, 0)
		}
	}
}

func TestMerge(t *testing.T) {
	a, b, x := toyConfig(t.TempDir()), toyConfig(t.TempDir()), toyConfig(t.TempDir())
	b.Agents, b.Games, b.Format, b.ShardGames = []Agent{toyLowest, {"bold", toyChancy.New}}, 31, Parquet, 7
	x.Seed, x.Games, x.Seating, x.BatchRows, x.Generator = 8, 5, Fixed, 10, "rummygym-2"
	configs := []*Config{&a, &b, &x}
	var srcs []*Dataset
	for _, c := range configs {
		collect(t, *c)
		srcs = append(srcs, open(t, c.Dir))
	}
	dir := t.TempDir()
	m, err := Merge(t.Context(), srcs, dir, ArrowFile, Zstd, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Episodes != 89 || len(m.Shards) != 6+5+1 || m.Meta.Generator != "rummygym, rummygym-2" || strings.Join(m.Meta.AgentNames(), " ") != "chancy lowest bold" {
		t.Errorf("%d episodes in %d shards by %s, agents %v, want 89 in 12 by both, three agents", m.Episodes, len(m.Shards), m.Meta.Generator, m.Meta.AgentNames())
	}
	d := open(t, dir)
	replay, err := NewReplay(&a.Table, d.Meta())
	if err != nil {
		t.Fatal(err)
	}
	if report, err := d.Validate(t.Context(), replay); err != nil || report.Replayed != 89 {
		t.Errorf("%d episodes replayed: %v", report.Replayed, err)
	}
	next := int64(0)
	for e, err := range d.Episodes() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Number() != next {
			t.Fatalf("found episode %d, want %d", e.Number(), next)
		}
		c, first := &a, int64(0)
		switch {
		case next >= 84:
			c, first = &x, 84
		case next >= 53:
			c, first = &b, 53
		}
		want := open(t, c.Dir)
		if err := want.Find(next-first, func(w Episode) error {
			compareRows(t, e, w)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		next++
	}
	// Merging a merged dataset keeps the runs separate.
	y := toyConfig(t.TempDir())
	y.Seed = 9
	collect(t, y)
	again := t.TempDir()
	if _, err := Merge(t.Context(), []*Dataset{open(t, y.Dir), d}, again, ArrowStream, Uncompressed, nil); err != nil {
		t.Fatal(err)
	}
	twice := open(t, again)
	if replay, err = NewReplay(&a.Table, twice.Meta()); err != nil {
		t.Fatal(err)
	}
	if report, err := twice.Validate(t.Context(), replay); err != nil || report.Replayed != 142 || len(twice.Meta().Runs) != 4 {
		t.Errorf("%d episodes of %d runs replayed: %v", report.Replayed, len(twice.Meta().Runs), err)
	}
}

// compareRows compares two recordings of an episode, except its number.
func compareRows(t *testing.T, e, w Episode) {
	t.Helper()
	if e.To-e.From != w.To-w.From {
		t.Fatalf("episode %d has %d rows, want %d", e.Number(), e.To-e.From, w.To-w.From)
	}
	for i := range e.To - e.From {
		x, y := e.From+i, w.From+i
		if e.Agent(x) != w.Agent(y) || e.Phase(x) != w.Phase(y) || e.Ending(x) != w.Ending(y) || e.Action[x] != w.Action[y] ||
			e.Seed[x] != w.Seed[y] || e.Deal[x] != w.Deal[y] || e.Return[x] != w.Return[y] || e.Step[x] != w.Step[y] {
			t.Fatalf("episode %d: row %d changed", e.Number(), i)
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	a := toyConfig(t.TempDir())
	collect(t, a)
	for says, change := range map[string]func(*Config){
		"has games that another of the datasets has too (agents chancy,lowest, seed 7)": func(c *Config) { c.Games = 20 },
		"seats: 3 in": func(c *Config) {
			c.Table, c.Agents, c.Seed = toyTable(3), []Agent{toyChancy, toyLowest, toyLowest}, 8
		},
		// The same seed and agents, but not the same games: what differs is said, not what is equal.
		"with %s: rule x: 1 in %s, none in": func(c *Config) { c.Table.Rules = []byte(`{"seats":2,"x":1}`) },
		"with %s: env: Toy-v2 in %s, ":      func(c *Config) { c.Table.Env, c.Table.Fields = "Toy-v2", "other" },
		"with %s: fields: few in %s, ":      func(c *Config) { c.Table.Fields = "few" },
		"final: rows in":                    func(c *Config) { c.Final, c.Seed = FinalRows, 8 },
		"env: Toy-v1 in":                    func(c *Config) { c.Table.Env, c.Seed = "Toy-v1", 8 },
		"endings: [\"folded":                func(c *Config) { c.Table.Endings, c.Seed = []string{"folded", "counted"}, 8 },
	} {
		b := toyConfig(t.TempDir())
		change(&b)
		collect(t, b)
		if strings.Contains(says, "%") {
			says = fmt.Sprintf(says, a.Dir, b.Dir)
		}
		dir := t.TempDir()
		if _, err := Merge(t.Context(), []*Dataset{open(t, a.Dir), open(t, b.Dir)}, dir, ArrowFile, Zstd, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want one that contains %q", err, says)
		}
		if left := digests(t, dir); len(left) != 0 {
			t.Errorf("%v is left behind", left)
		}
	}
	if _, err := Merge(t.Context(), nil, t.TempDir(), ArrowFile, Zstd, nil); err == nil {
		t.Error("merging nothing is accepted")
	}
	if _, err := Merge(t.Context(), []*Dataset{open(t, a.Dir)}, a.Dir, ArrowFile, Zstd, nil); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("error %v, want one about the folder that is not empty", err)
	}
	shard := open(t, filepath.Join(a.Dir, "decisions/shard-00000.arrow"))
	if _, err := Convert(t.Context(), shard, t.TempDir(), ArrowFile, Zstd, nil); err == nil || !strings.Contains(err.Error(), "single shard") {
		t.Errorf("error %v, want one about the single shard", err)
	}
}

func TestConvertLeavesNothingBehind(t *testing.T) {
	c := toyConfig(t.TempDir())
	collect(t, c)
	d := open(t, c.Dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := Convert(ctx, d, dir, Parquet, Zstd, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if left := digests(t, dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "decisions/shard-00004.arrow"), []byte("damaged beyond all recognition"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Convert(t.Context(), d, dir, Parquet, Zstd, nil); err == nil || !strings.Contains(err.Error(), "shard-00004.arrow") {
		t.Errorf("error %v, want one that names the damaged shard", err)
	}
	if left := digests(t, dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}
