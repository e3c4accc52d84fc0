package recipe_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/arena/measure"
	"rummygym/internal/must"
	"rummygym/recipe"
	"rummygym/table"
)

// run runs the recipe of a name with options as JSON, and returns its result and the lines about it.
func run(t *testing.T, name, settings string) (recipe.Result, string, error) {
	t.Helper()
	r := must.Get(recipe.New(name))(t)
	list := r.Options()
	if err := json.Unmarshal([]byte(settings), &list); err != nil {
		return nil, "", err
	}
	var lines bytes.Buffer
	res, err := r.Run(t.Context(), &recipe.Host{Log: &lines})
	return res, lines.String(), err
}

// inFormat returns a result in a format.
func inFormat(t *testing.T, r recipe.Result, f table.Format) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, r.Write(&out, f))
	return out.String()
}

func TestMeasuredTransitions(t *testing.T) {
	res, _, err := run(t, "transitions", `{"games": 40, "seed": 2}`)
	must.Do(t, err)
	if lines := strings.Split(inFormat(t, res, table.CSV), "\n"); len(lines) < 4 || !strings.HasPrefix(lines[2], "1,") {
		t.Errorf("the CSV is %q, want a header and a line for each MinDist", lines)
	}
	for _, words := range []string{"40 games of min-dist-opp against min-dist-opp, rules paper, seed 2", "falls after stock", "mean MinDist"} {
		if readable := inFormat(t, res, table.Readable); !strings.Contains(readable, words) {
			t.Errorf("%q is missing in\n%s", words, readable)
		}
	}
}

func TestMeasuredHands(t *testing.T) {
	f := recipe.NewHands()
	f.Hands, f.Seed, f.Rules().PresetName = 50, 3, "released"
	fields := must.Get(f.Run(t.Context(), &recipe.Host{}))(t).(*measure.Hands)
	if fields.Rules != "released" || fields.Hands != 50 || fields.Cap == 0 {
		t.Errorf("hands %+v", fields)
	}
	keys, _, err := run(t, "hands", `{"hands": 50, "seed": 3, "preset": "released"}`)
	must.Do(t, err)
	if a, b := inFormat(t, fields, table.JSON), inFormat(t, keys, table.JSON); a != b {
		t.Errorf("fields give\n%s\nJSON gives\n%s", a, b)
	}
}

// Figures are written to the folder of plots, and their files are named.
func TestPlots(t *testing.T) {
	for name, files := range map[string][]string{
		`hands {"hands": 200}`:      {"fig1-minscore-ecdf", "fig2-minscore-histogram", "fig3-mindist-histogram", "fig4-minscore-states"},
		`transitions {"games": 20}`: {"mindist-transitions", "mindist-by-turn"},
	} {
		name, settings, _ := strings.Cut(name, " ")
		dir := filepath.Join(t.TempDir(), "plots")
		_, lines, err := run(t, name, strings.TrimSuffix(settings, "}")+`, "plots": "`+dir+`"}`)
		must.Do(t, err)
		for _, file := range files {
			for _, suffix := range []string{".png", ".svg"} {
				path := filepath.Join(dir, file+suffix)
				if info, err := os.Stat(path); err != nil || info.Size() < 1000 || !strings.Contains(lines, path) {
					t.Errorf("%s: %v, %v; lines %q", path, info, err, lines)
				}
			}
		}
	}
}

func TestMeasurementsRefuse(t *testing.T) {
	for _, c := range []struct{ name, settings, want string }{
		{"hands", `{"hands": 0}`, "--hands 0"},
		{"hands", `{"hand-size": 10}`, "--hand-size 10"},
		{"hands", `{"preset": "none"}`, "--preset"},
		{"transitions", `{"games": 0}`, "--games 0"},
		{"transitions", `{"hand-size": 10}`, "--hand-size 10"},
		{"transitions", `{"preset": "club", "seats": 3}`, "--agents: 1 agent at a table with 3 seats"},
		{"transitions", `{"agents": ["min-dist", "random", "min-score"]}`, "--agents: 3 agents"},
		{"transitions", `{"agents": ["min-dst"]}`, "min-dist"},
		{"belief score", `{}`, "no opponent is named"},
		{"belief score", `{"opponent": ["a", "b"]}`, "2 folders of games"},
		{"belief score", `{"game": "indian", "opponent": ["min-dist"], "games": 0}`, "--games 0"},
		{"belief score", `{"game": "indian", "opponent": ["nobody"], "games": 1}`, "nobody"},
		{"belief score", `{"game": "indian", "opponent": ["min-dist"], "model": "none.safetensors"}`, "no such file"},
		{"belief build", `{"out": "x"}`, "--dir is missing"},
		{"train cfr", `{}`, "--out is missing"},
		{"train cfr", `{"out": "x", "batch": 0}`, "--batch 0"},
	} {
		if res, _, err := run(t, c.name, c.settings); res != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: result %v, error %v, want one that contains %q", c.name, c.settings, res, err, c.want)
		}
	}
}
