package open_test

import (
	"fmt"

	"rummygym"
	"rummygym/datasets"
	"rummygym/datasets/open"
)

// The rules are those of the dataset's environment and JSON.
func Example() {
	r, err := open.Rules(&datasets.Meta{Env: rummygym.Gin.Env, Rules: rummygym.RulesJSON(rummygym.Gin.Defaults())})
	fmt.Println(r.Type().Title, err)
	// Output: Gin Rummy <nil>
}
