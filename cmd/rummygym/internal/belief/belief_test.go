package belief

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/features/opponent"
	"rummygym/internal/must"
	"rummygym/recipe"
)

// ginRecorded records matches of simple against itself and returns the folder.
func ginRecorded(t *testing.T, seed string, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "gin")
	program.Succeed(t, append([]string{"collect", "--game", "gin", "--agents", "simple,simple", "--games", "20", "--seed", seed, "--fields", "none", "--out", dir}, more...)...)
	return dir
}

// TestBeliefBuild checks that a table depends only on the games, not on how they are stored,
// and that its metadata describes the games.
func TestBeliefBuild(t *testing.T) {
	dir := t.TempDir()
	var files [][]byte
	for i, data := range []string{ginRecorded(t, "3"), ginRecorded(t, "3", "--shard-games", "7", "--batch-rows", "100", "--format", "parquet")} {
		file := filepath.Join(dir, string(rune('a'+i)))
		out := program.Succeed(t, "belief", "build", data, "--out", file)
		clitest.WantAll(t, out, file, "buckets of at least 50 cards", "of 20 games")
		b := must.Get(os.ReadFile(file))(t)
		files = append(files, b)
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the same games give different files")
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d files are left, want 2", len(left))
	}
	b := must.Get(opponent.ReadHandTable(bytes.NewReader(files[0])))(t)
	m := b.Meta
	if m.Env != "GinRummy-v1" || m.Games != 20 || len(m.Seeds) != 1 || m.Seeds[0] != 3 || len(m.Agents) != 1 || m.Agents[0] != "simple" ||
		m.MinCards != 50 || m.Buckets == 0 || m.Turns < 1000 || m.Cards < 30*m.Turns || !strings.Contains(string(m.Rules), `"target":100`) {
		t.Errorf("metadata %+v", m)
	}
	// The built-in table has the same metadata, except the counts, the version, and options that came later.
	built := opponent.SimpleHandTable().Meta
	if built.Env != "GinRummy-v0" {
		t.Errorf("the built-in table is of %s, want GinRummy-v0", built.Env)
	}
	built.Env, built.Rules = m.Env, rummygym.RulesJSON(must.Get(rummygym.Gin.ReadRules(built.Rules))(t))
	built.Games, built.Seeds, built.Turns, built.Cards, built.Buckets = m.Games, m.Seeds, m.Turns, m.Cards, m.Buckets
	was, _ := json.Marshal(built)
	is, _ := json.Marshal(m)
	if !bytes.Equal(was, is) {
		t.Errorf("the built-in table has the metadata\n%s\nwant\n%s", was, is)
	}

	few := filepath.Join(dir, "few")
	program.Succeed(t, "belief", "build", ginRecorded(t, "3"), "--out", few, "--least", "1")
	f := must.Get(os.Open(few))(t)
	defer f.Close()
	all, err := opponent.ReadHandTable(f)
	if err != nil || all.Meta.Buckets <= m.Buckets || all.Meta.Cards != m.Cards || all.Meta.MinCards != 1 {
		t.Errorf("with --least 1: %+v (%v)", all.Meta, err)
	}
}

// TestBuiltInBelief checks that the command in the documentation of
// opponent.SimpleHandTable gives the built-in table but for chance: the agents of
// GinRummy-v0, where it was counted, made other random choices.
func TestBuiltInBelief(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 10,000 matches")
	}
	data, file := filepath.Join(t.TempDir(), "simple"), filepath.Join(t.TempDir(), "belief")
	program.Succeed(t, "collect", "--game", "gin", "--agents", "simple,simple", "--games", "10000", "--seed", "1", "--fields", "none", "--out", data)
	program.Succeed(t, "belief", "build", data, "--out", file)
	text := must.Get(os.ReadFile(file))(t)
	now := must.Get(opponent.ReadHandTable(bytes.NewReader(text)))(t)
	was := opponent.SimpleHandTable()
	for what, n := range map[string][2]int64{
		"turns": {was.Meta.Turns, now.Meta.Turns}, "cards": {was.Meta.Cards, now.Meta.Cards},
		"buckets": {int64(was.Meta.Buckets), int64(now.Meta.Buckets)},
	} {
		if r := float64(n[1]) / float64(n[0]); r < 0.98 || r > 1.02 {
			t.Errorf("%d %s, want %d within 2 %%", n[1], what, n[0])
		}
	}
	var squares, errors, n float64 // of the logarithms of the ratios
	for c := range card.All.Each() {
		for discard := range card.All.Each() {
			for upcard := range card.All.Each() {
				for _, source := range []gin.Source{gin.FromStock, gin.FromPile} {
					turn := gin.Turn{Source: source, Upcard: upcard, Discard: discard}
					a, b := math.Log2(was.Ratio(c, turn)), math.Log2(now.Ratio(c, turn))
					squares += float64(a * a)
					errors += float64((a - b) * (a - b))
					n++
				}
			}
		}
	}
	t.Logf("root mean square of the logarithms of the ratios %.3f, of their differences %.3f", math.Sqrt(squares/n), math.Sqrt(errors/n))
	if errors > squares/16 {
		t.Errorf("the ratios differ by %.3f bits, want at most a quarter of their size, %.3f bits", math.Sqrt(errors/n), math.Sqrt(squares/n))
	}
}

func TestBeliefScore(t *testing.T) {
	data := ginRecorded(t, "8")
	var rows []recipe.HandTableScore
	for line := range strings.Lines(program.Succeed(t, "belief", "score", data, "--format", "json")) {
		var r recipe.HandTableScore
		must.Do(t, json.Unmarshal([]byte(line), &r))
		rows = append(rows, r)
	}
	all := rows[len(rows)-1]
	if len(rows) < 8 || rows[0].Turns != "1" || all.Turns != "all" || rows[len(rows)-2].Turns != "10+" {
		t.Fatalf("rows %+v", rows)
	}
	sum := recipe.HandTableScore{}
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
	program.Succeed(t, "belief", "build", data, "--out", none, "--least", "1000000")
	lines := strings.Split(strings.TrimSpace(program.Succeed(t, "belief", "score", data, "--table", none, "--format", "csv")), "\n")
	last := strings.Split(lines[len(lines)-1], ",")
	if lines[0] != "turns,cards,brier,uniform_brier,log,uniform_log" || last[2] != last[3] || last[4] != last[5] {
		t.Errorf("scores of the table without buckets: %v, want those of the uniform estimate", lines)
	}
	clitest.WantAll(t, program.Succeed(t, "belief", "score", data, "--fading", "0.5"), "uniform_brier", "all")
	if program.Succeed(t, "belief", "score", data, "--fading", "0.5") == program.Succeed(t, "belief", "score", data) {
		t.Error("--fading does not change the scores")
	}
}

// near reports whether two means are equal within rounding errors.
func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

func TestBeliefRefuses(t *testing.T) {
	data := ginRecorded(t, "1", "--games", "1")
	clitest.WantAll(t, program.Fail(t, "belief", "build", data), "out")
	clitest.WantAll(t, program.Fail(t, "belief", "build", data, "--out", filepath.Join(t.TempDir(), "x"), "--least", "0"), "--least")
	clitest.WantAll(t, program.Fail(t, "belief", "build", t.TempDir(), "--out", "x"), "is not a dataset")
	clitest.WantAll(t, program.Fail(t, "belief", "build", data, "--out", filepath.Join(t.TempDir(), "no", "such")), "no such")
	clitest.WantAll(t, program.Fail(t, "belief", "build", recordedIndian(t), "--out", filepath.Join(t.TempDir(), "x")), "IndianRummy-v1", "want games of Gin Rummy")
	clitest.WantAll(t, program.Fail(t, "belief", "score", data, "--fading", "2"), "--fading")
	clitest.WantAll(t, program.Fail(t, "belief", "score", data, "--table", filepath.Join(data, "manifest.json")), "manifest.json", "not a hand table")
	clitest.WantAll(t, program.Fail(t, "belief", "score", data, "--table", "nowhere"), "nowhere")
}

// recordedIndian records a small dataset of Indian Rummy and returns the folder.
func recordedIndian(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "min-dist,random", "--games", "3", "--seed", "4", "--fields", "cards-and-counts", "--out", dir)
	return dir
}
