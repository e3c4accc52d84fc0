package commands

import (
	"path/filepath"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
)

// TestRecipes records a small set by every recipe, with one flag of the recipe given, and checks the dataset.
func TestRecipes(t *testing.T) {
	for _, r := range recipe.PublishedSets {
		dir := filepath.Join(t.TempDir(), r.Name)
		program.Succeed(t, "collect", "--recipe", r.Name, "--games", "12", "--out", dir)
		clitest.WantAll(t, program.Succeed(t, "dataset", "validate", "--replay", dir), "1 shard, 12 episodes", "no errors")
		m := must.Get(datasets.Open(dir))(t).Meta()
		if m.Fields != "none" || max(1, m.BestOf) != r.BestOf || m.ShardGames != 20000 || m.Env != catalog.Gin.Env {
			t.Errorf("%s: metadata %+v", r.Name, m)
		}
		if r.BestOf > 1 {
			clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir), "attempts at each first hand, of those ended by knock or gin")
		}
	}
}
