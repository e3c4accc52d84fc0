package recipe_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
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

// Figures are written to the folder of plots, and their files are named.
func TestPlots(t *testing.T) {
	for name, files := range map[string][]string{
		`tournament {"agents": ["min-dist", "random:fold=1/3"], "games": 5}`:                                     {"players", "win-rates"},
		`tournament {"agents": ["min-dist", "random"], "games": 2, "seats": 3}`:                                  {"players"},
		`ladder {"agents": ["min-dist", "random"], "games": 4}`:                                                  {"ratings", "scores"},
		`eval {"agent": "min-dist", "against": ["random"], "games": 4}`:                                          {"evaluation"},
		`eval {"agent": "min-dist", "against": ["random", "min-score"], "games": 4, "preset": "paper,released"}`: {"evaluation-paper", "evaluation-released"},
	} {
		name, settings, _ := strings.Cut(name, " ")
		dir := filepath.Join(t.TempDir(), "plots")
		_, lines, err := run(t, name, strings.TrimSuffix(settings, "}")+`, "plots": "`+dir+`"}`)
		must.Do(t, err)
		var found []string
		for _, entry := range must.Get(os.ReadDir(dir))(t) {
			found = append(found, strings.TrimSuffix(entry.Name(), ".svg"))
			if path := filepath.Join(dir, entry.Name()); !strings.Contains(lines, path) || must.Get(entry.Info())(t).Size() < 1000 {
				t.Errorf("%s: %s is small, or not named in the lines %q", name, path, lines)
			}
		}
		must.Equal(t, found, files, "files of %s", name)
	}
}
