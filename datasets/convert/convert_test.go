package convert_test

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

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/convert"
	"rummygym/datasets/internal/datasettest"
	"rummygym/internal/must"
)

func TestConvertThereAndBack(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	want := datasettest.SumsOf(t, c.Dir)
	from := datasettest.Open(t, c.Dir)
	for _, f := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		for _, z := range []datasets.Compression{datasets.Zstd, datasets.Uncompressed} {
			if testing.Short() && (f == datasets.ArrowStream) != (z == datasets.Uncompressed) {
				continue
			}
			mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
			there, back := t.TempDir(), t.TempDir()
			m := must.Get(convert.Copy(t.Context(), from, there, f, z))(t)
			if m.Episodes != 53 || m.Rows != from.Manifest.Rows || m.Meta.Format != f || m.Meta.Compression != z {
				t.Errorf("%s, %s: manifest %+v differs from that of the dataset", f, z, m)
			}
			d := datasettest.Open(t, there, datasets.WithAllocator(mem))
			replay := must.Get(datasets.NewReplay(&c.Table, d.Meta()))(t)
			if report, err := d.Validate(t.Context(), replay); err != nil || report.Replayed != 53 {
				t.Errorf("%s, %s: %d episodes replayed: %v", f, z, report.Replayed, err)
			}
			// The converted file equals the one collected in that format.
			direct := c
			direct.Dir, direct.Format, direct.Compression = t.TempDir(), f, z
			datasettest.Collect(t, direct)
			if !maps.Equal(datasettest.SumsOf(t, there), datasettest.SumsOf(t, direct.Dir)) {
				t.Errorf("%s, %s: converting gives different bytes than collecting", f, z)
			}
			must.Get(convert.Copy(t.Context(), d, back, datasets.ArrowFile, datasets.Zstd))(t)
			if !maps.Equal(datasettest.SumsOf(t, back), want) {
				t.Errorf("%s, %s: converting back gives different bytes", f, z)
			}
			mem.AssertSize(t, 0)
		}
	}
}

func TestMerge(t *testing.T) {
	a, b, x := datasettest.ToyConfig(t.TempDir()), datasettest.ToyConfig(t.TempDir()), datasettest.ToyConfig(t.TempDir())
	b.Agents, b.Games, b.Format, b.ShardGames = []collect.Agent{datasettest.ToyLowest, {Name: "bold", New: datasettest.ToyChancy.New}}, 31, datasets.Parquet, 7
	x.Seed, x.Games, x.Seating, x.BatchRows, x.Generator = 8, 5, datasets.Fixed, 10, "rummygym-2"
	configs := []*collect.Config{&a, &b, &x}
	var srcs []*datasets.Dataset
	for _, c := range configs {
		datasettest.Collect(t, *c)
		srcs = append(srcs, datasettest.Open(t, c.Dir))
	}
	dir := t.TempDir()
	m := must.Get(convert.Merge(t.Context(), srcs, dir, datasets.ArrowFile, datasets.Zstd))(t)
	if m.Episodes != 89 || len(m.Shards) != 6+5+1 || m.Meta.Generator != "rummygym, rummygym-2" || strings.Join(m.Meta.AgentNames(), " ") != "chancy lowest bold" {
		t.Errorf("%d episodes in %d shards by %s, agents %v, want 89 in 12 by both, three agents", m.Episodes, len(m.Shards), m.Meta.Generator, m.Meta.AgentNames())
	}
	d := datasettest.Open(t, dir)
	replay := must.Get(datasets.NewReplay(&a.Table, d.Meta()))(t)
	if report, err := d.Validate(t.Context(), replay); err != nil || report.Replayed != 89 {
		t.Errorf("%d episodes replayed: %v", report.Replayed, err)
	}
	next := int64(0)
	for e, err := range d.Episodes() {
		must.Do(t, err)
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
		want := datasettest.Open(t, c.Dir)
		must.Do(t, want.Find(next-first, func(w datasets.Episode) error {
			compareRows(t, e, w)
			return nil
		}))
		next++
	}
	// Merging a merged dataset keeps the runs separate.
	y := datasettest.ToyConfig(t.TempDir())
	y.Seed = 9
	datasettest.Collect(t, y)
	again := t.TempDir()
	must.Get(convert.Merge(t.Context(), []*datasets.Dataset{datasettest.Open(t, y.Dir), d}, again, datasets.ArrowStream, datasets.Uncompressed))(t)
	twice := datasettest.Open(t, again)
	replay = must.Get(datasets.NewReplay(&a.Table, twice.Meta()))(t)
	if report, err := twice.Validate(t.Context(), replay); err != nil || report.Replayed != 142 || len(twice.Meta().Runs) != 4 {
		t.Errorf("%d episodes of %d runs replayed: %v", report.Replayed, len(twice.Meta().Runs), err)
	}
}

// TestMergeParts merges parts of a run: whole shards give the bytes of one collection in every format, others the
// same episodes, and parts with a gap between them two runs.
func TestMergeParts(t *testing.T) {
	whole := datasettest.ToyConfig(t.TempDir())
	part := func(first, games int64, f datasets.Format) *datasets.Dataset {
		c := whole
		c.Dir, c.FirstDeal, c.Games, c.Format = t.TempDir(), first, games, f
		datasettest.Collect(t, c)
		return datasettest.Open(t, c.Dir)
	}
	merge := func(f datasets.Format, parts ...*datasets.Dataset) *datasets.Dataset {
		dir := t.TempDir()
		must.Get(convert.Merge(t.Context(), parts, dir, f, whole.Compression))(t)
		d := datasettest.Open(t, dir)
		if report, err := d.Validate(t.Context(), datasettest.ReplayOf(t, &whole, d)); err != nil || report.Replayed != report.Episodes {
			t.Errorf("%+v of the merged parts (%v)", report, err)
		}
		return d
	}
	n := whole.ShardGames
	for _, f := range []datasets.Format{datasets.ArrowFile, datasets.ArrowStream, datasets.Parquet} {
		whole.Dir, whole.Format = t.TempDir(), f
		datasettest.Collect(t, whole)
		d := merge(f, part(0, 2*n, f), part(2*n, n, f), part(3*n, whole.Games-3*n, f))
		if !maps.Equal(datasettest.SumsOf(t, d.Path), datasettest.SumsOf(t, whole.Dir)) {
			t.Errorf("%s: merged parts give different bytes than collecting", f)
		}
	}
	one := datasettest.Open(t, whole.Dir)
	d := merge(whole.Format, part(0, n+1, whole.Format), part(n+1, whole.Games-n-1, whole.Format))
	if m := d.Meta(); m.ShardGames != 0 || len(m.Runs) != 1 || d.Manifest.Rows != one.Manifest.Rows {
		t.Errorf("%d runs, shards of %d games, %d rows; want 1, 0 and %d", len(m.Runs), m.ShardGames, d.Manifest.Rows, one.Manifest.Rows)
	}
	if runs := merge(whole.Format, part(2, 3, whole.Format), part(6, 4, whole.Format)).Meta().Runs; len(runs) != 2 || runs[1].First != 3 || runs[1].FirstDeal != 6 {
		t.Errorf("the runs are %+v, want one for each part", runs)
	}
	must.Refuse(convert.Merge(t.Context(), []*datasets.Dataset{part(6, 4, whole.Format), part(2, 5, whole.Format)}, t.TempDir(), whole.Format, whole.Compression))(t, "has games that another of the datasets has too")
}

// compareRows compares two recordings of an episode, except its number.
func compareRows(t *testing.T, e, w datasets.Episode) {
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
	a := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, a)
	for says, change := range map[string]func(*collect.Config){
		"has games that another of the datasets has too (agents chancy,lowest, seed 7)": func(c *collect.Config) { c.Games = 20 },
		"seats: 3 in": func(c *collect.Config) {
			c.Table, c.Agents, c.Seed = datasettest.ToyTable(3), []collect.Agent{datasettest.ToyChancy, datasettest.ToyLowest, datasettest.ToyLowest}, 8
		},
		// The same seed and agents, but not the same games: what differs is said, not what is equal.
		"with %s: rule x: 1 in %s, none in": func(c *collect.Config) { c.Table.Rules = []byte(`{"seats":2,"x":1}`) },
		"with %s: env: Toy-v2 in %s, ":      func(c *collect.Config) { c.Table.Env, c.Table.Fields = "Toy-v2", "other" },
		"with %s: fields: few in %s, ":      func(c *collect.Config) { c.Table.Fields = "few" },
		"final: rows in":                    func(c *collect.Config) { c.Final, c.Seed = datasets.FinalRows, 8 },
		"env: Toy-v1 in":                    func(c *collect.Config) { c.Table.Env, c.Seed = "Toy-v1", 8 },
		"endings: [\"folded":                func(c *collect.Config) { c.Table.Endings, c.Seed = []string{"folded", "counted"}, 8 },
	} {
		b := datasettest.ToyConfig(t.TempDir())
		change(&b)
		datasettest.Collect(t, b)
		if strings.Contains(says, "%") {
			says = fmt.Sprintf(says, a.Dir, b.Dir)
		}
		dir := t.TempDir()
		must.Refuse(convert.Merge(t.Context(), []*datasets.Dataset{datasettest.Open(t, a.Dir), datasettest.Open(t, b.Dir)}, dir, datasets.ArrowFile, datasets.Zstd))(t, says)
		if left := datasettest.SumsOf(t, dir); len(left) != 0 {
			t.Errorf("%v is left behind", left)
		}
	}
	if _, err := convert.Merge(t.Context(), nil, t.TempDir(), datasets.ArrowFile, datasets.Zstd); err == nil {
		t.Error("merging nothing is accepted")
	}
	must.Refuse(convert.Merge(t.Context(), []*datasets.Dataset{datasettest.Open(t, a.Dir)}, a.Dir, datasets.ArrowFile, datasets.Zstd))(t, "not empty")
	shard := datasettest.Open(t, filepath.Join(a.Dir, "decisions/shard-00000.arrow"))
	must.Refuse(convert.Copy(t.Context(), shard, t.TempDir(), datasets.ArrowFile, datasets.Zstd))(t, "single shard")
}

func TestConvertLeavesNothingBehind(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := convert.Copy(ctx, d, dir, datasets.Parquet, datasets.Zstd); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if left := datasettest.SumsOf(t, dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
	must.Do(t, os.WriteFile(filepath.Join(c.Dir, "decisions/shard-00004.arrow"), []byte("damaged beyond all recognition"), 0o666))
	must.Refuse(convert.Copy(t.Context(), d, dir, datasets.Parquet, datasets.Zstd))(t, "shard-00004.arrow")
	if left := datasettest.SumsOf(t, dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}
