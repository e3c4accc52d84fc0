package datasets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rummygym/baselines"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Two agents of the paper play ten games of Indian Rummy into a folder, which is
// then read back. "rummygym collect" does the same from a shell.
func Example() {
	dir, err := os.MkdirTemp("", "datasets")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	rules := indian.Paper()
	g, err := indian.New(rules)
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(rules)
	if err != nil {
		log.Fatal(err)
	}
	c := datasets.DefaultConfig()
	c.Games, c.Seed, c.Dir = 10, 1, filepath.Join(dir, "games")
	c.Table = datasets.Table{
		Game: g, Env: "IndianRummy-v0", Rules: text, Fields: features.CardsAndCounts.String(),
		NewEncoder: func() datasets.Encoder {
			x, err := features.NewExtractor(rules, features.CardsAndCounts)
			if err != nil {
				log.Fatal(err)
			}
			return x
		},
		Phases: []string{"draw", "discard", "over"},
		Phase:  func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	}
	for _, e := range indian.Endings() {
		c.Table.Endings = append(c.Table.Endings, string(e))
	}
	for _, spec := range []string{"min-dist", "random"} {
		create, err := baselines.New(baselines.Indian, spec)
		if err != nil {
			log.Fatal(err)
		}
		c.Agents = append(c.Agents, datasets.Agent{Name: spec, New: func() datasets.Player { return create() }})
	}
	if _, err := datasets.Collect(context.Background(), c); err != nil {
		log.Fatal(err)
	}

	d, err := datasets.Open(c.Dir)
	if err != nil {
		log.Fatal(err)
	}
	wins := 0
	for e, err := range d.Episodes() {
		if err != nil {
			log.Fatal(err)
		}
		for row := e.From; row < e.To; row++ {
			if e.Terminated(row) && e.Gain[row] > 0 && e.Agent(row) == "min-dist" {
				wins++
			}
		}
	}
	fmt.Println("min-dist wins", wins, "of", d.Manifest.Episodes, "games")
	// Output: min-dist wins 10 of 10 games
}
