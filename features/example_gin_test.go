package features_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features"
)

// The fields of Gin Rummy are in groups, too. An encoder goes into an environment,
// or is called with an observation.
func ExampleGinExtractor() {
	rules := gin.EAAI()
	x, err := features.NewGinExtractor(rules, features.GinOwnCards|features.GinMacros|features.GinDeadwood)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := gin.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, obs := g.NewState(), g.NewObservation()
	g.Deal(s, game.DealSource(1, 0))
	s.Observe(0, obs)
	dst := make([]float32, x.Layout().Size())
	x.Encode(dst, obs)
	fmt.Println(obs.(*gin.Observation).Hand)
	for _, name := range []string{"deadwood", "runs", "sets", "hit_count"} {
		at, _ := x.Layout().Offset(name)
		fmt.Println(name, dst[at])
	}
	// Output:
	// JC QC 7D 9D JD 3H 8H 2S 3S 7S
	// deadwood 69
	// runs 0
	// sets 0
	// hit_count 12
}

// A triangle (paper 003) is met by four cards, a meld by one or two.
func ExampleMacrosOf() {
	for _, text := range []string{"4H 5H 5S", "4H 5H 6H"} {
		cards, err := card.ParseAll(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %+v\n", text, features.MacrosOf(card.BagOf(cards...).Once))
	}
	// Output:
	// 4H 5H 5S: {Runs:0 Sets:0 Deadwood:14 Hits:4}
	// 4H 5H 6H: {Runs:1 Sets:0 Deadwood:0 Hits:2}
}

// What a turn tells: an opponent who takes the five of hearts and throws the king
// of spades likely holds what melds with the five.
func ExampleBelief_Ratio() {
	turn := gin.Turn{Player: 1, Source: gin.FromPile, Upcard: card.New(card.Five, card.Hearts), Discard: card.New(card.King, card.Spades)}
	for _, text := range []string{"5C", "6H", "6C", "KC"} {
		c, err := card.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v %.1f\n", c, features.SimpleBelief().Ratio(c, turn))
	}
	// Output:
	// 5C 2.0
	// 6H 2.2
	// 6C 0.9
	// KC 0.5
}
