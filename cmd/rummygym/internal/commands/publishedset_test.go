package commands

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/internal/must"
	"rummygym/recipe"
)

// TestRecipes records a small set by every recipe, with one flag of the recipe and one other
// given, and checks the dataset.
func TestRecipes(t *testing.T) {
	for _, r := range recipe.PublishedSets {
		dir := filepath.Join(t.TempDir(), r.Name)
		program.Succeed(t, "collect", "--recipe", r.Name, "--games", "30", "--discount", "0.9", "--out", dir)
		clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", dir), "1 shard, 30 episodes", "no errors")
		d := must.Get(datasets.Open(dir))(t)
		m := d.Meta()
		if m.Rows == datasets.AllRows || m.RowsOf != datasets.RowsOfFirst || m.AfterFields != "hand,belief,macros" || m.Fields != "none" || m.Discount != 0.9 || !strings.Contains(string(m.Rules), `"episode":"hand"`) {
			t.Errorf("%s: metadata %+v", r.Name, m)
		}
		var names []string
		for _, f := range m.After {
			names = append(names, f.Name)
		}
		if !slices.Equal(names, []string{"hand_matrix", "belief_matrix", "macros"}) {
			t.Errorf("%s: fields %v after the action", r.Name, names)
		}
		hand := make([]float32, m.AfterLayout().Size())
		for b, err := range d.Batches() {
			must.Do(t, err)
			for i := range b.Rows() {
				cards := float32(0)
				b.After(hand, i)
				for _, x := range hand[:52] {
					cards += x
				}
				if cards != 10 || b.Agent(i) != m.Runs[0].Agents[0] || b.Phase(i) != "discard" {
					t.Fatalf("%s: a row of %s in phase %s with %v cards after the discard", r.Name, b.Agent(i), b.Phase(i), cards)
				}
			}
		}
	}
}

// TestPlaysOnTheCommandLine checks info, head, schema and replay of a set
// of plays.
func TestPlaysOnTheCommandLine(t *testing.T) {
	record := func(more ...string) string {
		dir := filepath.Join(t.TempDir(), "data")
		program.Succeed(t, append([]string{"collect", "--recipe", "random-16", "--games", "12", "--shard-games", "8", "--out", dir}, more...)...)
		return dir
	}
	dir := record()
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir), "last-play, first agents, games ended by knock or gin", "16 attempts at each first hand", "hand,belief,macros")
	clitest.WantAll(t, program.Succeed(t, "dataset", "head", dir, "-n", "2"), "attempt  plays_left  score\n0 ")
	var row struct {
		Hand    []int  `json:"after_hand_matrix"`
		Actions []int  `json:"actions"`
		Action  int    `json:"action"`
		Step    int    `json:"step"`
		Agent   string `json:"agent"`
	}
	must.Do(t, json.Unmarshal([]byte(program.Succeed(t, "dataset", "head", dir, "-n", "1", "--format", "json")), &row))
	if len(row.Hand) != 52 || len(row.Actions) <= row.Step || row.Actions[row.Step] != row.Action || row.Agent != "random-unmelded" {
		t.Errorf("row %+v", row)
	}
	clitest.WantAll(t, program.Succeed(t, "dataset", "head", dir, "-n", "1", "--format", "csv", "--columns", "after_macros,actions,score"), "after_macros,actions,score\n")
	clitest.WantAll(t, program.Succeed(t, "dataset", "schema", "--game", "gin", "--fields", "none", "--rows", "plays", "--after", "hand", "--best-of", "4"),
		"| `after_hand_matrix` | uint8 | [4 13] |", "| `attempt` | int32 |", "| `actions` | list of uint16 |", "| `plays_left` | int32 |", "| `score` | float32 |")

	text := program.Succeed(t, "replay", dir, "--episode", "0")
	lines := strings.Split(strings.TrimSpace(program.Succeed(t, "replay", dir, "--episode", "0", "--format", "json")), "\n")
	if len(lines) != len(row.Actions)+1 || strings.Count(text, " simple: ") == 0 || strings.Count(text, "  reward ") != 1 {
		t.Errorf("%d lines for %d actions:\n%s", len(lines), len(row.Actions), text)
	}
	hands := record("--redeal")
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", hands), "16 attempts at each first hand")
	clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", hands), "12 episodes,", "no errors")
}
