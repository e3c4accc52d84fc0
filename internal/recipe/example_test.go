package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rummygym/internal/recipe"
)

// A training of two steps, whose settings are JSON.
func Example() {
	dir, err := os.MkdirTemp("", "recipe")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	r, err := recipe.New("train mc")
	if err != nil {
		panic(err)
	}
	list := r.Options()
	if err := json.Unmarshal([]byte(`{"steps": 2, "games": 8, "layers": [4], "eval-against": []}`), &list); err != nil {
		panic(err)
	}
	if err := list.Set("out", filepath.Join(dir, "run")); err != nil {
		panic(err)
	}
	res, err := r.Run(context.Background(), &recipe.Host{})
	if err != nil {
		panic(err)
	}
	trained := res.(*recipe.TrainingResult)
	fmt.Println(trained.Step, trained.Ending, filepath.Base(trained.Folder))
	_, err = recipe.New("train mcc")
	text, _, _ := strings.Cut(err.Error(), ":")
	fmt.Println(text)
	// Output:
	// 2 all steps are made run
	// "train mcc" is not a recipe, did you mean "train mc"?
}

// A tournament of two agents, whose settings are fields.
func ExampleTournament() {
	t := recipe.NewTournament()
	t.Agents, t.Games = []string{"min-dist", "random"}, 20
	res, err := t.Run(context.Background(), &recipe.Host{})
	if err != nil {
		panic(err)
	}
	pair := res.(*recipe.TournamentResult).Pairs[1]
	fmt.Println(pair.Names, pair.Rows, "games, more than 80 % won:", pair.Win.Value > 0.8)
	// Output: [min-dist random] 20 games, more than 80 % won: true
}
