package datasets_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
)

// Games of a toy game are collected; see package collect. Then they are read.
func Example() {
	dir, err := os.MkdirTemp("", "datasets")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if _, err := collect.Run(context.Background(), datasettest.ToyConfig(dir)); err != nil {
		log.Fatal(err)
	}

	d, err := datasets.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	decisions := 0
	for e, err := range d.Episodes() { // rows e.From to e.To of a batch
		if err != nil {
			log.Fatal(err)
		}
		for row := e.From; row < e.To; row++ {
			if e.Agent(row) == "lowest" {
				decisions++
			}
		}
	}
	wins := 0
	for r, err := range d.Results() { // also of seats that never moved, which have no decision
		if err != nil {
			log.Fatal(err)
		}
		if r.Agent == "lowest" && r.Winner == r.Player {
			wins++
		}
	}
	fmt.Println(decisions, "decisions of lowest, which won", wins, "of", d.Manifest.Episodes, "games")
	// Output: 470 decisions of lowest, which won 39 of 53 games
}
