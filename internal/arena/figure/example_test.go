package figure_test

import (
	"bytes"
	"fmt"

	"rummygym/internal/arena/figure"
)

// This example draws a curve of a training and looks at the document.
func Example() {
	f := figure.NewCurves("plot", "Loss", "step", []float64{1, 2, 3}, []figure.Panel{{Title: "loss", Curves: []figure.Curve{{Name: "held out", Values: []float64{3, 2, 1}}}}})
	text, err := f.SVG()
	fmt.Println(f.Name, bytes.Contains(text, []byte("<svg")), err)
	// Output: plot true <nil>
}
