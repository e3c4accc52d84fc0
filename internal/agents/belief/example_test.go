package belief_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/mindist"
	"rummygym/internal/agents/belief"
)

// This example weights the MinDist of a player by the belief of the built-in network about
// where the unseen cards are, and by equal probabilities.
func ExampleEstimator_InDeck() {
	g, err := indian.New(indian.Paper52())
	if err != nil {
		fmt.Println(err)
		return
	}
	table, o := g.NewTable(), new(indian.Observation)
	g.Deal(table, game.DealSource(1, 1))
	for range 8 { // turns in which the players throw the card they drew
		_ = table.Apply(indian.DrawStock)
		table.Observe(table.Current(), o)
		_ = table.Apply(indian.DiscardOf(o.Drawn))
	}
	table.Observe(table.Current(), o)

	e, err := belief.NewEstimator(belief.Standard(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	var odds, equal [card.NumKinds]float32
	e.See(o, 1-o.Self)
	e.InDeck(&odds, o)
	for i := range equal {
		equal[i] = float32(o.StockSize) / float32(o.Unseen().Count())
	}
	top := card.BagOf(o.Top)
	fmt.Printf("MinDist %d, by the network's belief %.2f, by equal probabilities %.2f\n", mindist.Of(o.Hand, o.Wild),
		mindist.Expected(o.Hand, o.Wild, top, o.Unseen(), &odds), mindist.Expected(o.Hand, o.Wild, top, o.Unseen(), &equal))
	// Output:
	// MinDist 4, by the network's belief 4.48, by equal probabilities 4.61
}

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

	e, err := belief.NewEstimator(belief.Standard(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	e.See(o, 1-o.Self)
	for _, c := range []card.Card{card.New(card.Seven, card.Hearts), card.New(card.Two, card.Clubs)} {
		fmt.Printf("%v lowers the opponent's MinDist with probability %.2f\n", c, e.WantedOf(c))
	}
	var distance [belief.Distances]float64
	e.Distance(&distance)
	fmt.Printf("that MinDist is 3 with probability %.2f\n", distance[3])
	// Output:
	// 7H lowers the opponent's MinDist with probability 0.46
	// 2C lowers the opponent's MinDist with probability 0.32
	// that MinDist is 3 with probability 0.43
}
