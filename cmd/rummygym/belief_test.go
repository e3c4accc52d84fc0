package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/features"
)

// ginRecorded collects matches of simple against itself and returns the folder.
func ginRecorded(t *testing.T, seed string, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "gin")
	succeed(t, append([]string{"collect", "--game", "gin", "--agents", "simple,simple", "--games", "20", "--seed", seed, "--fields", "none", "--out", dir}, more...)...)
	return dir
}

// A table follows from the games alone, however they were stored, and tells what it
// was counted from.
func TestBeliefBuild(t *testing.T) {
	dir := t.TempDir()
	var files [][]byte
	for i, data := range []string{ginRecorded(t, "3"), ginRecorded(t, "3", "--shard-games", "7", "--batch-rows", "100", "--format", "parquet")} {
		file := filepath.Join(dir, string(rune('a'+i)))
		out := succeed(t, "belief", "build", data, "--out", file)
		wantAll(t, out, file, "buckets of at least 50 cards", "of 20 games")
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, b)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same games give other files")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d files are left, want 2", len(left))
	}
	b, err := features.ReadBelief(bytes.NewReader(files[0]))
	if err != nil {
		t.Fatal(err)
	}
	m := b.Meta
	if m.Env != "GinRummy-v0" || m.Games != 20 || len(m.Seeds) != 1 || m.Seeds[0] != 3 || len(m.Agents) != 1 || m.Agents[0] != "simple" ||
		m.Least != 50 || m.Buckets == 0 || m.Turns < 1000 || m.Cards < 30*m.Turns || !strings.Contains(string(m.Rules), `"target":100`) {
		t.Errorf("metadata %+v", m)
	}
	// The built-in table has the same form: all but what was counted is alike.
	built := features.SimpleBelief().Meta
	built.Games, built.Seeds, built.Turns, built.Cards, built.Buckets = m.Games, m.Seeds, m.Turns, m.Cards, m.Buckets
	was, _ := json.Marshal(built)
	is, _ := json.Marshal(m)
	if !bytes.Equal(was, is) {
		t.Errorf("the built-in table is from\n%s\nwant\n%s", was, is)
	}

	few := filepath.Join(dir, "few")
	succeed(t, "belief", "build", ginRecorded(t, "3"), "--out", few, "--least", "1")
	f, err := os.Open(few)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := features.ReadBelief(f)
	if err != nil || all.Meta.Buckets <= m.Buckets || all.Meta.Cards != m.Cards || all.Meta.Least != 1 {
		t.Errorf("with --least 1: %+v (%v)", all.Meta, err)
	}
}

// The table built into package features is what the command in the comment of
// features.SimpleBelief makes.
func TestBuiltInBelief(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 10,000 matches")
	}
	const builtIn = "../../features/belief-simple.bin"
	data, file := filepath.Join(t.TempDir(), "simple"), filepath.Join(t.TempDir(), "belief")
	succeed(t, "collect", "--game", "gin", "--agents", "simple,simple", "--games", "10000", "--seed", "1", "--fields", "none", "--out", data)
	succeed(t, "belief", "build", data, "--out", file)
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(builtIn, made, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(builtIn)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was, made) {
		t.Errorf("%s is not what the games of simple give now: if simple or the counting has changed, run with -update", builtIn)
	}
}

func TestBeliefScore(t *testing.T) {
	data := ginRecorded(t, "8")
	var rows []beliefRow
	for line := range strings.Lines(succeed(t, "belief", "score", data, "--format", "json")) {
		var r beliefRow
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	all := rows[len(rows)-1]
	if len(rows) < 8 || rows[0].Turns != "1" || all.Turns != "all" || rows[len(rows)-2].Turns != "10+" {
		t.Fatalf("rows %+v", rows)
	}
	sum := beliefRow{}
	for _, r := range rows[:len(rows)-1] {
		sum.Cards += r.Cards
		sum.Brier += r.Brier * float64(r.Cards)
		sum.UniformLog += r.UniformLog * float64(r.Cards)
		if r.Brier >= r.UniformBrier || r.Brier < .1 || r.UniformLog < .4 {
			t.Errorf("row %+v", r)
		}
	}
	n := float64(all.Cards)
	if sum.Cards != all.Cards || !near(sum.Brier/n, all.Brier) || !near(sum.UniformLog/n, all.UniformLog) {
		t.Errorf("rows %+v do not add up to %+v", rows, all)
	}
	// A table without any bucket is the uniform estimate.
	none := filepath.Join(t.TempDir(), "none")
	succeed(t, "belief", "build", data, "--out", none, "--least", "1000000")
	lines := strings.Split(strings.TrimSpace(succeed(t, "belief", "score", data, "--table", none, "--format", "csv")), "\n")
	last := strings.Split(lines[len(lines)-1], ",")
	if lines[0] != "turns,cards,brier,uniform_brier,log,uniform_log" || last[2] != last[3] || last[4] != last[5] {
		t.Errorf("the table of no buckets: %v", lines)
	}
	wantAll(t, succeed(t, "belief", "score", data, "--fading", "0.5"), "uniform_brier", "all")
	if succeed(t, "belief", "score", data, "--fading", "0.5") == succeed(t, "belief", "score", data) {
		t.Error("--fading changes nothing")
	}
}

// near reports whether two means are the same but for rounding.
func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

func TestBeliefRefuses(t *testing.T) {
	data := ginRecorded(t, "1", "--games", "1")
	wantAll(t, fail(t, "belief", "build", data), "out")
	wantAll(t, fail(t, "belief", "build", data, "--out", filepath.Join(t.TempDir(), "x"), "--least", "0"), "--least")
	wantAll(t, fail(t, "belief", "build", t.TempDir(), "--out", "x"), "is not a dataset")
	wantAll(t, fail(t, "belief", "build", data, "--out", filepath.Join(t.TempDir(), "no", "such")), "no such")
	wantAll(t, fail(t, "belief", "build", recorded(t), "--out", filepath.Join(t.TempDir(), "x")), "IndianRummy-v0", "belief is about gin")
	wantAll(t, fail(t, "belief", "score", data, "--fading", "2"), "--fading")
	wantAll(t, fail(t, "belief", "score", data, "--table", filepath.Join(data, "manifest.json")), "manifest.json", "not a belief")
	wantAll(t, fail(t, "belief", "score", data, "--table", "nowhere"), "nowhere")
}
