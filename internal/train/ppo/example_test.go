package ppo_test

import (
	"context"
	"fmt"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
	"rummygym/internal/train/ppo"
)

// A small network learns Indian Rummy from self-play and, at twice as many tables, from
// games against min-dist.
func Example() {
	rules := indian.Paper()
	table, _ := indian.New(rules)
	encoder, _ := encoder.NewIndian(rules, encoder.OwnCards|encoder.Distance)
	opponent, _ := indianrummy.New("min-dist")

	c := ppo.DefaultConfig()
	c.Game, c.Env.Encoder, c.Seed = table, encoder, 1
	c.Tables, c.Steps = 12, 8
	c.League = league.Config{
		Self:   1,
		Named:  []agents.Member{{Name: "min-dist", Weight: 2, New: opponent}},
		Player: ppo.Player(table, encoder),
	}
	inputs, _ := ppo.Inputs(table, encoder, opponent, 1)
	description := ppo.Describe(table, "own-cards,distance", inputs, network.Layer{Name: "one", Size: 32, Activation: network.ReLU})
	model, err := train.New(description, c.Settings())
	if err != nil {
		panic(err)
	}
	learner, err := ppo.New(c, model)
	if err != nil {
		panic(err)
	}
	defer learner.Close()
	measures := make([]float64, len(learner.Columns()))
	for range 2 {
		if err := learner.Step(context.Background(), measures); err != nil {
			panic(err)
		}
	}
	for i, c := range learner.Columns() {
		if c == "decisions" {
			fmt.Println(c, measures[i])
		}
	}
	// Output: decisions 86
}
