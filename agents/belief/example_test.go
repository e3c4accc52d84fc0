package belief_test

import (
	"fmt"

	"rummygym/agents/belief"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// This example asks the built-in network for the belief of the first player before its
// first draw.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	table, o := g.NewTable(), new(indian.Observation)
	g.Deal(table, game.DealSource(1, 0))
	table.Observe(table.Current(), o)

	e, err := belief.NewEstimator(belief.Standard())
	if err != nil {
		fmt.Println(err)
		return
	}
	e.See(o)
	for _, c := range []card.Card{card.New(card.Seven, card.Hearts), card.New(card.Two, card.Clubs)} {
		fmt.Printf("%v lowers the opponent's MinDist with probability %.2f\n", c, e.WantedOf(c))
	}
	var distance [belief.Distances]float64
	e.Distance(&distance)
	fmt.Printf("that MinDist is 3 with probability %.2f\n", distance[3])
	// Output:
	// 7H lowers the opponent's MinDist with probability 0.47
	// 2C lowers the opponent's MinDist with probability 0.30
	// that MinDist is 3 with probability 0.45
}
