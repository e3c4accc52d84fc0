package collect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rummygym/baselines/indianrummy"
	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/encoder"
)

// Two baselines play ten games of Indian Rummy into a folder, which is then read back. The
// rules marshal to the words of the command line, so that "rummygym dataset validate
// --replay" plays every game again. Above this package, rummygym.NewTable makes the table in
// one call, and "rummygym collect" does all of this from a shell.
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
	c := collect.DefaultConfig()
	c.Games, c.Seed, c.Dir = 10, 1, filepath.Join(dir, "games")
	c.Table = game.Table{
		Game: g, Env: "IndianRummy-v1", Rules: text, Fields: encoder.CardsAndCounts.String(),
		NewEncoder: func() game.Encoder {
			x, err := encoder.NewIndian(rules, encoder.CardsAndCounts)
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
		create, err := indianrummy.New(spec)
		if err != nil {
			log.Fatal(err)
		}
		c.Agents = append(c.Agents, collect.Agent{Name: spec, New: create})
	}
	if _, err := collect.Run(context.Background(), c); err != nil {
		log.Fatal(err)
	}

	d, err := datasets.Open(c.Dir)
	if err != nil {
		log.Fatal(err)
	}
	wins := 0
	for r, err := range d.Results() { // also of seats that never moved, which have no decision
		if err != nil {
			log.Fatal(err)
		}
		if r.Gain > 0 && r.Agent == "min-dist" {
			wins++
		}
	}
	fmt.Println("min-dist wins", wins, "of", d.Manifest.Episodes, "games")
	// Output: min-dist wins 10 of 10 games
}
