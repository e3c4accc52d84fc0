package open_test

import (
	"fmt"

	"rummygym/datasets"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/open"
)

// The rules are those of the dataset's environment and JSON.
func Example() {
	r, err := open.Rules(&datasets.Meta{Env: catalog.Gin.Env, Rules: catalog.RulesJSON(catalog.Gin.Defaults())})
	fmt.Println(r.Type().Title, err)
	// Output: Gin Rummy <nil>
}
