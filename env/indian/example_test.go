package indian_test

import (
	"fmt"
	"log"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// A game is dealt from a seed. The first player takes the top of the pile and discards
// it again.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		log.Fatal(err)
	}
	s := g.NewTable()
	g.Deal(s, game.DealSource(1, 0))
	for _, a := range []game.Action{indian.DrawPile, indian.DiscardOf(s.Top())} {
		if err := s.Apply(a); err != nil {
			log.Fatal(err)
		}
	}
	var o indian.Observation
	s.Observe(s.Current(), &o)
	fmt.Println("seat", o.Self, "has to", o.Phase, "in turn", o.Turn)
	fmt.Println("the opponent discarded", o.Given[0])

	err = s.Apply(indian.DiscardOf(card.Joker))
	fmt.Println(err)
	// Output:
	// seat 1 has to draw in turn 2
	// the opponent discarded 3H
	// illegal action 55 (discard JK) of player 1 in phase draw: no card was drawn yet: want drop, draw stock or draw pile
}
