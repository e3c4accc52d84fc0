package offline_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rummygym/baselines/ginrummy"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/agents/network"
	"rummygym/internal/catalog"
	"rummygym/internal/train"
	"rummygym/internal/train/offline"
)

// A small network learns to play like the agent simple from recorded games of Gin Rummy,
// as "rummygym train data" does.
func Example() {
	dir, err := os.MkdirTemp("", "offline")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	games := recordSimple(filepath.Join(dir, "games"))

	source, err := offline.Open([]*datasets.Dataset{games}, offline.Config{
		Selection: offline.Selection{Choices: true}, Split: offline.Split{Seed: 1, Share: 0.2},
	})
	if err != nil {
		log.Fatal(err)
	}
	survey, err := source.Survey(context.Background(), 1000, 1)
	if err != nil {
		log.Fatal(err)
	}
	task := offline.NewCloning(source, survey.Rows, games.Meta().Actions)
	model, err := train.New(network.Description{
		Format: network.Format, Game: "gin", Fields: games.Meta().Fields, Inputs: offline.Inputs(survey.Rows),
		Layers: []network.Layer{{Name: "one", Size: 16, Activation: network.ReLU}}, Heads: task.Heads(),
	}, train.Settings{Losses: task.Losses(), Optimizer: train.Adam(3e-3), MaxBatch: 64, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	stream, err := source.Stream(offline.Order{Seed: 1, Buffer: 1000, Workers: 1}, offline.Position{})
	if err != nil {
		log.Fatal(err)
	}
	learner, err := offline.NewLearner(model, stream, 64, task)
	if err != nil {
		log.Fatal(err)
	}
	defer learner.Close()

	held, measures := make([]float64, len(task.Columns())), make([]float64, len(learner.Columns()))
	var losses []float64
	for range 2 {
		n, err := learner.Network()
		if err != nil {
			log.Fatal(err)
		}
		if err := task.Measure(n, held); err != nil {
			log.Fatal(err)
		}
		losses = append(losses, held[0])
		for range 100 {
			if err := learner.Step(context.Background(), measures); err != nil {
				log.Fatal(err)
			}
		}
	}
	fmt.Printf("%s: %.1f nats, then %.1f after 100 steps\n", task.Columns()[0], losses[0], losses[1])
	// Output:
	// held-out/loss: 1.5 nats, then 0.9 after 100 steps
}

// recordSimple writes 100 hands between two players simple to a folder and opens them.
func recordSimple(dir string) *datasets.Dataset {
	g, err := catalog.NewGame("gin")
	if err != nil {
		log.Fatal(err)
	}
	table, err := catalog.NewTable(g, "own-cards,progress,discard-deadwood")
	if err != nil {
		log.Fatal(err)
	}
	simple, err := ginrummy.New("simple")
	if err != nil {
		log.Fatal(err)
	}
	agent := collect.Agent{Name: "simple", New: simple}
	c := collect.DefaultConfig()
	c.Games, c.Seed, c.Dir, c.Table, c.Agents = 100, 1, dir, table, []collect.Agent{agent, agent}
	if _, err := collect.Run(context.Background(), c); err != nil {
		log.Fatal(err)
	}
	d, err := datasets.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	return d
}
