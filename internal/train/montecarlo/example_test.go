package montecarlo_test

import (
	"context"
	"fmt"
	"log"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/indian"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
	"rummygym/internal/train/montecarlo"
)

// A small network learns the values of afterstates of Indian Rummy from games against
// min-dist. In the first step min-dist plays for the learner too.
func Example() {
	rules := indian.Paper()
	g, err := indian.New(rules)
	if err != nil {
		log.Fatal(err)
	}
	x, err := afterstate.NewIndian(rules, afterstate.AfterProgress|afterstate.AfterTable)
	if err != nil {
		log.Fatal(err)
	}
	minDist, err := indianrummy.New("min-dist")
	if err != nil {
		log.Fatal(err)
	}
	c := montecarlo.Config{
		Tables: []montecarlo.Table{{
			Weight: 1, Game: g, Layout: x.Layout(), Start: minDist,
			Reader: func() greedy.Reader { return greedy.NewIndian(x.NewReader(nil)) },
			League: league.Config{Named: []agents.Member{{Name: "min-dist", Weight: 1, New: minDist}}},
		}},
		Seed: 1, Workers: 1, Head: network.Win, Lambda: 1,
		Games: 10, Replay: 2, Updates: 4, Batch: 32, StartSteps: 1,
	}
	model, err := train.New(network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: "progress,table",
		Inputs: network.Inputs(x.Layout()), Heads: montecarlo.Heads(network.Win),
		Layers: []network.Layer{{Name: "one", Size: 16, Activation: network.ReLU}},
	}, train.Settings{Losses: montecarlo.Losses(), Optimizer: train.Adam(2e-3), MaxBatch: c.Batch, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	learner, err := montecarlo.New(c, model)
	if err != nil {
		log.Fatal(err)
	}
	measures := make([]float64, len(learner.Columns()))
	for range 2 {
		if err := learner.Step(context.Background(), measures); err != nil {
			log.Fatal(err)
		}
		fmt.Println(learner.Columns()[0], measures[0])
	}
	// Output:
	// samples 52
	// samples 100
}
