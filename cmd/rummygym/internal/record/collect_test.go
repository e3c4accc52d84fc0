package record

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/internal/must"
	"rummygym/recipe"
)

// contents returns the bytes of every file in a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(b)
		return err
	}))
	return all
}

// TestCollectEveryTable records games at tables of every kind, and replays them.
func TestCollectEveryTable(t *testing.T) {
	for name, args := range map[string][]string{
		"paper":    {"--agents", "min-dist-opp,random"},
		"paper52":  {"--agents", "min-dist:drop=3,min-score", "--preset", "paper52", "--format", "stream", "--seating", "fixed"},
		"released": {"--agents", "min-dist-opp:variant=released,defeat-seeking", "--preset", "released", "--format", "parquet", "--final", "rows"},
		"club":     {"--agents", "random,min-dist,min-score", "--preset", "club", "--seats", "3", "--compression", "none"},
		"cut":      {"--agents", "random,random", "--max-steps", "25", "--final", "rows", "--declaring", "any-cards"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fields := "cards-and-counts,score,distance,discard-scores,discard-distances,outs,availability,relations"
			program.Succeed(t, append([]string{"collect", "--games", "12", "--shard-games", "5", "--seed", "9", "--fields", fields, "--out", dir}, args...)...)
			clitest.WantAll(t, program.Succeed(t, "dataset", "validate", dir, "--replay"), "3 shards, 12 episodes", "12 episodes replayed: no errors")
		})
	}
}

// TestPythonReadsCollected reads recorded games with pyarrow, pandas, polars and DuckDB.
// $RUMMYGYM_PYTHON names the interpreter; with CI=true it must have the libraries.
func TestPythonReadsCollected(t *testing.T) {
	python := os.Getenv("RUMMYGYM_PYTHON")
	if python == "" {
		python = "python3"
	}
	var args, dirs []string
	formats := []string{"arrow", "stream", "parquet"}
	for _, format := range formats {
		dir := t.TempDir()
		program.Succeed(t, "collect", "--agents", "min-dist,random", "--games", "40", "--shard-games", "15", "--format", format, "--out", dir)
		dirs = append(dirs, dir)
		args = append(args, dir+map[string]string{"arrow": "=pandas,polars,duckdb"}[format]) // package datasets tests the others
	}
	out, err := exec.CommandContext(t.Context(), python, append([]string{"../../../../datasets/testdata/read.py"}, args...)...).CombinedOutput()
	if err != nil && bytes.Contains(out, []byte("ModuleNotFoundError")) && os.Getenv("CI") != "true" {
		t.Logf("NOT CHECKED: %s cannot import pyarrow, pandas, polars and duckdb; set RUMMYGYM_PYTHON", python)
		return
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for i, format := range formats {
		var got struct {
			Rows, Legal, Decisions int64
			Columns                []struct {
				Name string
				Sum  float64
			}
		}
		must.Do(t, answers.Decode(&got))
		d := must.Get(datasets.Open(dirs[i]))(t)
		want := map[string]float64{}
		observation := make([]float32, d.Meta().GameLayout().Size())
		at, ok := d.Meta().GameLayout().Offset("min_dist")
		if !ok {
			t.Fatal("no field min_dist")
		}
		for b, err := range d.Batches() {
			must.Do(t, err)
			for i := range b.Rows() {
				want["gain"] += float64(b.Gain[i])
				want["action"] += float64(b.Action[i])
				want["probability"] += b.Probability[i]
				b.Observation(observation, i)
				want["obs_min_dist"] += float64(observation[at])
			}
		}
		if got.Rows != d.Manifest.Rows || got.Legal != got.Rows || got.Decisions != got.Rows {
			t.Errorf("%s: %d rows, %d decisions, %d of them legal, want %d", format, got.Rows, got.Decisions, got.Legal, d.Manifest.Rows)
		}
		for _, c := range got.Columns {
			if sum, ok := want[c.Name]; ok && abs(sum-c.Sum) > 1e-9*abs(sum) {
				t.Errorf("%s: column %s sums to %v in Python and to %v in Go", format, c.Name, c.Sum, sum)
			}
			delete(want, c.Name)
		}
		if len(want) > 0 {
			t.Errorf("%s: Python has no columns %v", format, want)
		}
	}
}

// abs returns the absolute value of x.
func abs(x float64) float64 { return max(x, -x) }

// TestCollectDefaultFields checks that collect records the fields that tables observe by
// default, that "dataset schema" prints their columns, and that --fields all records more.
func TestCollectDefaultFields(t *testing.T) {
	for _, g := range rummygym.Games() {
		columns := func(args ...string) []string {
			dir := filepath.Join(t.TempDir(), "data")
			first := g.Players().Names()[0]
			program.Succeed(t, append([]string{"collect", "--game", g.Name, "--agents", first + "," + first, "--games", "1", "--out", dir}, args...)...)
			d := must.Get(datasets.Open(dir))(t)
			var names []string
			for _, c := range datasets.Columns(d.Meta()) {
				names = append(names, c.Name)
			}
			return names
		}
		usual, all := columns(), columns("--fields", "all")
		if !slices.Equal(usual, columns("--fields", rummygym.DefaultFields)) || len(usual) >= len(all) {
			t.Errorf("%s: collect records %v, want the default fields; all fields are %v", g.Name, usual, all)
		}
		for _, name := range usual {
			clitest.WantAll(t, program.Succeed(t, "dataset", "schema", "--game", g.Name), "| `"+name+"` |")
		}
	}
}

// BenchmarkCollect records games of two skilled players with the default fields and Zstandard
// compression.
func BenchmarkCollect(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "data")
	var rows int64
	for b.Loop() {
		must.Do(b, os.RemoveAll(dir))
		f := recipe.NewCollect()
		f.Agents, f.Out, f.Games, f.ShardGames = []string{"min-dist-opp", "min-dist"}, dir, 4000, 1000
		r := must.Get(f.Run(b.Context(), new(recipe.Host)))(b).(*recipe.CollectResult)
		if r.Played != 4000 {
			b.Fatalf("%d games were played, want 4000", r.Played)
		}
		rows += r.Rows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "decisions/s")
}
