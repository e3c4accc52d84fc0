package reference_test

import (
	"fmt"

	"rummygym/internal/arena/reference"
)

// This example prints a pair of the results of the authors of saha2025mindist.
func Example() {
	table, err := reference.Open("authors")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range table.Pairs {
		if p.First == "min-dist" && p.Second == "min-score" {
			fmt.Printf("%s wins %.3f of %d games against %s\n", p.First, p.Win, p.Games, p.Second)
		}
	}
	// Output: min-dist wins 0.572 of 10000 games against min-score
}
