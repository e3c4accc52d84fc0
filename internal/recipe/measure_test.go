package recipe_test

import (
	"bytes"
	"encoding/json"
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
