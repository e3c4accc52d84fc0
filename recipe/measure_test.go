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
		`tournament {"agents": ["min-dist", "random:fold=1/3"], "games": 5}`:                                       {"fig5-win-rates", "fig6-rounds", "gains", "course-min-dist", "course-random-fold-1-3"},
		`ladder {"agents": ["min-dist", "random"], "games": 4}`:                                                    {"ladder", "ladder-scores"},
		`eval {"agent": "learned:standard", "against": ["random"], "games": 4, "calibration": true}`:               {"reliability"},
		`tune {"game": "gin", "agent": "late-knock", "option": ["hold=1:2:5"], "against": ["simple"], "games": 8}`: {"tuning"},
		`shapley {"game": "gin", "agent": "fitness", "options": ["mate"], "against": ["simple"], "games": 8}`:      {"shapley"},
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
