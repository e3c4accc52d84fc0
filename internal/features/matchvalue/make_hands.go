//go:build ignore

// This program writes hands.csv.
package main

import (
	"fmt"
	"log"
	"os"
	"slices"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/catalog"
)

// The hands that are measured.
const (
	player = "learned:standard"
	hands  = 40_000
	seed   = 42_11_30
)

func main() {
	log.SetFlags(0)
	var text []byte
	for _, preset := range []string{"eaai", "uk", "classic"} {
		rules, err := catalog.Gin.Preset(preset)
		if err != nil {
			log.Fatal(err)
		}
		create, _, err := catalog.OpenAgent(rules, player)
		if err != nil {
			log.Fatal(err)
		}
		g, err := rules.NewGame()
		if err != nil {
			log.Fatal(err)
		}
		counts := map[int]int{}
		table, seats, o := agents.NewTable(g), []game.Agent{create(), create()}, new(gin.Observation)
		for i := range uint64(hands) {
			table.Deal(seed, i, seats...)
			if err := table.Play(nil); err != nil {
				log.Fatal(err)
			}
			table.State().Observe(0, o)
			counts[table.State().Outcome().Gains[o.Starter]]++
		}
		gains := make([]int, 0, len(counts))
		for gain := range counts {
			gains = append(gains, gain)
		}
		slices.Sort(gains)
		for _, gain := range gains {
			text = fmt.Appendf(text, "%s,%d,%d\n", preset, gain, counts[gain])
		}
	}
	if err := os.WriteFile("hands.csv", text, 0o666); err != nil {
		log.Fatal(err)
	}
}
