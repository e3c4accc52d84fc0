package measure_test

import (
	"context"
	"fmt"

	"rummygym/arena/measure"
	"rummygym/env/indian"
)

// This example measures the MinDist of a thousand random hands.
func Example() {
	hands, err := measure.RandomHands(context.Background(), indian.Paper(), 1000, 1, nil)
	if err != nil {
		panic(err)
	}
	for _, d := range hands.Distances {
		fmt.Printf("MinDist %d: %.1f %%\n", d.Value, 100*d.Share)
	}
	// Output:
	// MinDist 0: 0.5 %
	// MinDist 1: 3.0 %
	// MinDist 2: 21.5 %
	// MinDist 3: 45.5 %
	// MinDist 4: 26.4 %
	// MinDist 5: 3.1 %
}
