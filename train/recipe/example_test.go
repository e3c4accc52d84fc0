package recipe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"rummygym/train/recipe"
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
	err = r.Run(context.Background(), &recipe.Host{Finished: func(p recipe.Progress) { fmt.Println(p.Columns[0], p.Rows[1][0]) }})
	fmt.Println(err, filepath.Base(r.Folder()))
	_, err = recipe.New("train mcc")
	fmt.Println(err)
	// Output:
	// step 2
	// <nil> run
	// "train mcc" is not a recipe, did you mean "train mc"?: want train mc, train ppo, train clone, train value, train belief, train discard
}
