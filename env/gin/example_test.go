package gin_test

import (
	"fmt"
	"log"

	"rummygym/env/game"
	"rummygym/env/gin"
)

// A match is dealt from a seed. The starter takes the upcard and tries to discard it
// again.
func Example() {
	g, err := gin.New(gin.EAAI())
	if err != nil {
		log.Fatal(err)
	}
	s := g.NewTable()
	g.Deal(s, game.DealSource(1, 0))
	upcard := s.Upcard()
	if err := s.Apply(gin.DrawUpcard); err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Apply(gin.CardOf(upcard)))

	var o gin.Observation
	s.Observe(1, &o)
	fmt.Println("seat", o.Self, "sees seat", o.Mover, "in phase", o.Phase, "with", o.Known[o.Mover])
	fmt.Println(o.Unknown().Count(), "cards are unknown to it")
	// Output:
	// illegal action 46 (8S) of player 0 in phase discard: 8S was just taken from the discard pile: want the discard of another card
	// seat 1 sees seat 0 in phase discard with 8S
	// 41 cards are unknown to it
}
