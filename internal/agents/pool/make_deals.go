//go:build ignore

// This program writes deals.bin.
package main

import (
	"fmt"
	"log"
	"os"

	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/internal/agents/pool"
)

// The deals that are measured: of each number of seats.
const (
	deals = 100_000
	seed  = 42_09_00
)

func main() {
	log.SetFlags(0)
	// The thresholds of the drop are the best fixed ones in pools of 101 and 201.
	file, err := pool.Measure(func(seats int) game.Agent {
		drop := 4
		if seats == 2 {
			drop = 5
		}
		create, err := indianrummy.New(fmt.Sprintf("min-dist-outs:draw=turns:drop=%d", drop))
		if err != nil {
			log.Fatal(err)
		}
		return create()
	}, deals, seed)
	if err == nil {
		err = os.WriteFile("deals.bin", file, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}
