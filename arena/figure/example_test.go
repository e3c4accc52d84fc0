package figure_test

import (
	"fmt"
	"os"
	"path/filepath"

	"rummygym/arena/figure"
)

// This example draws a learning curve.
func Example() {
	dir, err := os.MkdirTemp("", "figure")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	paths, err := figure.Save(dir, "loss", figure.Curves("a run", "step", []figure.Curve{{Name: "loss", X: []float64{1, 2, 3}, Y: []float64{3, 2, 1.5}}}))
	for _, path := range paths {
		fmt.Println(filepath.Base(path))
	}
	fmt.Println(err)
	// Output:
	// loss.png
	// loss.svg
	// <nil>
}
