package commands

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"rummygym/datasets"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
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

// TestPythonReadsCollected reads recorded games with pyarrow, pandas, polars and DuckDB.
// $RUMMYGYM_PYTHON names the interpreter; with CI=true it must have the libraries.
func TestPythonReadsCollected(t *testing.T) {
	python := os.Getenv("RUMMYGYM_PYTHON")
	if python == "" {
		python = "python3"
	}
	dir := t.TempDir()
	program.Succeed(t, "collect", "--agents", "min-dist,random", "--games", "40", "--shard-games", "15", "--out", dir)
	out, err := exec.CommandContext(t.Context(), python, "../../../../datasets/testdata/read.py", dir+"=pandas,polars,duckdb").CombinedOutput()
	if err != nil && bytes.Contains(out, []byte("ModuleNotFoundError")) && os.Getenv("CI") != "true" {
		t.Logf("NOT CHECKED: %s cannot import pyarrow, pandas, polars and duckdb; set RUMMYGYM_PYTHON", python)
		return
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got struct {
		Rows, Legal, Decisions int64
		Columns                []struct {
			Name string
			Sum  float64
		}
	}
	must.Do(t, json.Unmarshal(out, &got))
	d := must.Get(datasets.Open(dir))(t)
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
		t.Errorf("%d rows, %d decisions, %d of them legal, want %d", got.Rows, got.Decisions, got.Legal, d.Manifest.Rows)
	}
	for _, c := range got.Columns {
		if sum, ok := want[c.Name]; ok && abs(sum-c.Sum) > 1e-9*abs(sum) {
			t.Errorf("column %s sums to %v in Python and to %v in Go", c.Name, c.Sum, sum)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		t.Errorf("Python has no columns %v", want)
	}
}

// abs returns the absolute value of x.
func abs(x float64) float64 { return max(x, -x) }

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
