package commands

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// recorded records 30 games of min-dist against random and returns the folder.
func recorded(t *testing.T, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, append([]string{"collect", "--agents", "min-dist,random", "--games", "30", "--seed", "4", "--shard-games", "20",
		"--fields", "cards-and-counts,distance", "--out", dir}, more...)...)
	return dir
}

func TestDatasetInfo(t *testing.T) {
	dir := recorded(t)
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir), "IndianRummy-v1", "episodes 0 to 29", "min-dist random, seating rotate, seed 4", "zstd", `"cap":80`)
	var m datasets.Manifest
	must.Do(t, json.Unmarshal([]byte(program.Succeed(t, "dataset", "info", dir, "--format", "json")), &m))
	if m.Episodes != 30 || len(m.Shards) != 2 || m.Meta.Runs[0].Seed != 4 || m.Meta.Fields != "cards-and-counts,distance" {
		t.Errorf("manifest %+v is not that of the run", m)
	}
	records, err := csv.NewReader(strings.NewReader(program.Succeed(t, "dataset", "info", dir, "--format", "csv"))).ReadAll()
	if err != nil || len(records) < 10 || records[3][0] != "episodes" || records[3][1] != "30" {
		t.Errorf("CSV %v (%v)", records, err)
	}
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", recorded(t, "--max-steps", "9")), "cut off after 9 decisions")
	clitest.WantAll(t, program.Fail(t, "dataset", "info", t.TempDir()), "is not a dataset")
	must.Do(t, os.Remove(filepath.Join(dir, "manifest.json")))
	clitest.WantAll(t, program.Fail(t, "dataset", "info", dir), "has not finished", "--resume")
}

// TestDatasetValidateMarshalledRules checks that a dataset written without the root package,
// as in the Example of package datasets, can be replayed.
func TestDatasetValidateMarshalledRules(t *testing.T) {
	rules := indian.Paper()
	rules.Seats, rules.Packs = 3, 2
	text := must.Get(json.Marshal(rules))(t)
	g := must.Get(indian.New(rules))(t)
	x := must.Get(encoder.NewIndian(rules, encoder.CardsAndCounts))(t)
	c := collect.DefaultConfig()
	c.Games, c.Seed, c.Dir = 6, 1, filepath.Join(t.TempDir(), "games")
	c.Table = game.Table{
		Game: g, Env: "IndianRummy-v1", Rules: text, Fields: encoder.CardsAndCounts.String(),
		NewEncoder: func() game.Encoder { return x },
		Phases:     []string{"draw", "discard", "over"},
		Phase:      func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	}
	for _, e := range indian.Endings() {
		c.Table.Endings = append(c.Table.Endings, string(e))
	}
	for range rules.Seats {
		create := must.Get(indianrummy.New("min-dist"))(t)
		c.Agents = append(c.Agents, collect.Agent{Name: "min-dist", New: create})
	}
	must.Get(collect.Run(t.Context(), c))(t)
	clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", c.Dir), "6 episodes replayed: no errors")
}

func TestDatasetSchema(t *testing.T) {
	clitest.WantAll(t, program.Succeed(t, "dataset", "schema"), "| `episode` | int64 |  |", "| `mask` | bool | [109] |", "| `obs_hand` | uint8 | [53] |", "| `obs_min_dist` |")
	var columns []struct {
		Name, Type, Doc string
		Shape           []int
		High            *float64
	}
	out := program.Succeed(t, "dataset", "schema", "--format", "json", "--preset", "club", "--seats", "4", "--fields", "cards-and-counts")
	must.Do(t, json.Unmarshal([]byte(out), &columns))
	found := 0
	for _, c := range columns {
		if c.Doc == "" || c.Type == "" {
			t.Errorf("column %s has no description or no type", c.Name)
		}
		if c.Name == "obs_taken" && len(c.Shape) == 2 && c.Shape[0] == 3 && *c.High == 3 || c.Name == "agent" && c.Shape == nil {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d of the columns obs_taken [3 53] and agent are correct, want 2:\n%s", found, out)
	}
	clitest.WantAll(t, program.Fail(t, "dataset", "schema", "--fields", "x"), `--fields: "x"`)
}

// TestNamesFromFilesAreVisible puts control characters in a manifest.
func TestNamesFromFilesAreVisible(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "random,random", "--games", "2", "--out", dir)
	path := filepath.Join(dir, "manifest.json")
	text := must.Get(os.ReadFile(path))(t)
	evil := strings.Replace(string(text), `"generator": "`, `"generator": "\u001b[2J`+"\u009b\u202e", 1)
	must.Do(t, os.WriteFile(path, []byte(evil), 0o666))
	for _, format := range []string{"table", "json", "csv"} {
		clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir, "--format", format), `\u001b[2J\u009b\u202e`)
	}
	clitest.WantAll(t, program.Fail(t, "dataset", "validate", dir), `\u001b[2J\u009b\u202e`, "not of this dataset")
}
