package figure_test

import (
	"fmt"
	"os"
	"path/filepath"

	"rummygym/arena/figure"
)

// This example draws the histogram of the MinDist of four hands.
func Example() {
	dir, err := os.MkdirTemp("", "figure")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	paths, err := figure.Save(dir, "min-dist", figure.MinDistHistogram([]int{2, 3, 3, 4}))
	for _, path := range paths {
		fmt.Println(filepath.Base(path))
	}
	fmt.Println(err)
	// Output:
	// min-dist.png
	// min-dist.svg
	// <nil>
}
