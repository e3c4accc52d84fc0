package discard_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"rummygym/train"
	"rummygym/train/discard"
)

// In this example a network learns that a point of deadwood costs half a point. Rows of
// recorded games come from [discard.Read].
func Example() {
	rng, rows := rand.New(rand.NewPCG(1, 1)), make([]discard.Row, 5000)
	for i := range rows {
		deadwood := uint8(rng.IntN(60))
		rows[i].Macros[2], rows[i].Score = deadwood, 30-float32(deadwood)/2
	}
	d, err := discard.Describe("mlp")
	if err != nil {
		fmt.Println(err)
		return
	}
	order := discard.Order{Seed: 1, Batch: 64}
	model, err := train.New(d, train.Settings{
		Losses: discard.Losses(), Optimizer: discard.Optimizer(1e-2, 12, order.Updates(len(rows))), MaxBatch: 64,
		Seed: 1, Initial: train.Glorot,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	learner, err := discard.NewLearner(model, &d, rows, order)
	if err != nil {
		fmt.Println(err)
		return
	}
	for loss := make([]float64, 1); model.Updates() < 12*order.Updates(len(rows)); {
		if err := learner.Step(context.Background(), loss); err != nil {
			fmt.Println(err)
			return
		}
	}
	net, err := learner.Network()
	if err != nil {
		fmt.Println(err)
		return
	}
	points, err := discard.Predict(net, []discard.Row{{State: discard.State{Macros: [4]uint8{0, 0, 40, 0}}}}, 1)
	fmt.Printf("a hand with 40 points of deadwood is worth %.0f, error %v\n", points[0], err)
	// Output: a hand with 40 points of deadwood is worth 10, error <nil>
}
