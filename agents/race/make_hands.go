//go:build ignore

// This program writes hands.bin.
package main

import (
	"log"
	"os"

	"rummygym/agents/race"
	"rummygym/baselines/ginrummy"
	"rummygym/env/gin"
)

// The hands that are measured.
const (
	cards = "sigra"
	hands = 200_000
	seed  = 42_11_28
)

func main() {
	log.SetFlags(0)
	create, err := ginrummy.New(cards)
	if err != nil {
		log.Fatal(err)
	}
	rules := gin.Classic()
	rules.Starter = gin.FirstSeat
	file, err := race.Measure(rules, create, create, hands, seed)
	if err == nil {
		err = os.WriteFile("hands.bin", file, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}
