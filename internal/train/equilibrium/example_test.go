package equilibrium_test

import (
	"context"
	"fmt"

	"rummygym/internal/train/equilibrium"
)

// Kuhn poker has the value -1/18 for the first player.
func Example() {
	ctx := context.Background()
	tree, err := equilibrium.New(ctx, kuhn{}, equilibrium.Options{})
	if err != nil {
		panic(err)
	}
	uniform := equilibrium.Profile{tree.Uniform(0), tree.Uniform(1)}
	fmt.Printf("%d positions; two players who choose at random: NashConv %.4f\n", tree.Positions, tree.NashConv(uniform))

	solver, err := equilibrium.NewSolver(tree, equilibrium.PredictiveCFRPlus)
	if err != nil {
		panic(err)
	}
	if err := solver.Run(ctx, 1000, 1); err != nil {
		panic(err)
	}
	found := solver.Average()
	fmt.Printf("after 1,000 iterations: NashConv below 1e-6: %t, value %.4f\n", tree.NashConv(found) < 1e-6, tree.Value(found))
	// Output:
	// 54 positions; two players who choose at random: NashConv 0.9167
	// after 1,000 iterations: NashConv below 1e-6: true, value -0.0556
}
