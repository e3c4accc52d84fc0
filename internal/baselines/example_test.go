package baselines_test

import (
	"fmt"

	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/internal/baselines"
)

// Players are structs whose fields are their options. Their specs are their Strings.
func ExampleVariant() {
	fmt.Println(&indianrummy.MinDist{Variant: baselines.Paper, Drop: 5})
	fmt.Println(&ginrummy.Medium{Variant: baselines.Released})
	// Output:
	// min-dist:drop=5
	// medium:variant=released
}
