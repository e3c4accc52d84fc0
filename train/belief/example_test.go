package belief_test

import (
	"context"
	"fmt"
	"log"

	agentbelief "rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/baselines/indianrummy"
	"rummygym/env/indian"
	"rummygym/train"
	"rummygym/train/belief"
)

// A small network learns from games of min-dist. "rummygym train belief" trains longer
// and writes the network to a file.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		log.Fatal(err)
	}
	minDist, err := indianrummy.New("min-dist")
	if err != nil {
		log.Fatal(err)
	}
	c := belief.Config{
		Tables: []belief.Table{{Weight: 1, Game: g, Players: []belief.Player{{Name: "min-dist", Weight: 1, New: minDist}}}},
		Rows:   50, Seed: 1,
	}
	model, err := train.New(agentbelief.Describe(network.ReLU, 16), train.Settings{
		Losses: belief.Losses(), Optimizer: train.Adam(3e-3), MaxBatch: c.Rows, Seed: 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	learner, err := belief.New(c, model)
	if err != nil {
		log.Fatal(err)
	}
	measures := make([]float64, len(learner.Columns()))
	for range 20 {
		if err := learner.Step(context.Background(), measures); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Printf("%s after 20 steps: %.0f\n", learner.Columns()[0], measures[0])
	// Output: loss after 20 steps: 58
}
