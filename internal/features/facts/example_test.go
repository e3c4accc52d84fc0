package facts_test

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/internal/features/facts"
)

// What the first player of a hand of Gin Rummy counts if it passes the upcard.
func Example() {
	g, err := gin.New(gin.EAAI())
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.NewState()
	g.Deal(s, rand.NewPCG(3, 0))
	obs := g.NewObservation().(*gin.Observation)
	s.Observe(s.Current(), obs)

	var count facts.Game = new(facts.Gin)
	f := count.After(obs, gin.Pass)
	fmt.Println(obs.Hand)
	fmt.Println("deadwood", *f.Points, "outs", *f.Outs)
	for _, out := range count.Outs(obs)[:3] {
		fmt.Println(out.Card)
	}

	// The queen of hearts may complete a meld of the opponent.
	after := g.NewState()
	after.CopyFrom(s)
	helped := 0
	for seed := range uint64(1000) {
		after.Redeal(s.Current(), rand.NewPCG(seed, 0))
		if count.Improves(after, obs, card.New(card.Queen, card.Hearts)) {
			helped++
		}
	}
	fmt.Println("the queen helps the opponent in", helped, "of 1000 deals")
	// Output:
	// AC 2C TC KC 9D TD JD 6H 5S JS
	// deadwood 44 outs 7
	// 3C
	// JC
	// 8D
	// the queen helps the opponent in 177 of 1000 deals
}
