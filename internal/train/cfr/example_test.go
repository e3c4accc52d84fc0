package cfr_test

import (
	"context"
	"fmt"
	"log"

	"rummygym/env/gin"
	"rummygym/internal/train/cfr"
)

// A solver computes the tables of a player of Gin Rummy; "rummygym train cfr" plays many
// more hands.
func Example() {
	rules := gin.EAAI()
	g, err := cfr.NewGin(rules)
	if err != nil {
		log.Fatal(err)
	}
	solver, err := cfr.New(g, cfr.Settings{Seed: 1, Batch: 20})
	if err != nil {
		log.Fatal(err)
	}
	if err := solver.Run(context.Background(), 5, 2, nil); err != nil {
		log.Fatal(err)
	}
	reached, strategy := 0, make([]float64, g.MaxActions())
	for set := range g.Sets() {
		if solver.Average(strategy, set) {
			reached++
		}
	}
	fmt.Println(solver.Games(), "hands reach", reached, "of", g.Sets(), "information sets")
	// Output: 100 hands reach 1387 of 16004 information sets
}
