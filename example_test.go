package rummygym_test

import (
	"fmt"

	"rummygym"
)

// A hand of Gin Rummy between two agents, from the deal to the result.
func Example() {
	g, err := rummygym.New("gin", "eaai", 1)
	if err != nil {
		panic(err)
	}
	agents := []string{"simple", "learned:standard"}
	for g.Player() >= 0 {
		move, err := g.Bot(agents[g.Player()])
		if err != nil {
			panic(err)
		}
		if err := g.Apply(move.Action); err != nil {
			panic(err)
		}
	}
	fmt.Println(g.Result().Ending, g.Result().Gains)
	// Output: knock [39 -39]
}

// Whether thirteen cards are a valid declaration: MinDist is 0.
func ExampleHand() {
	answer, err := rummygym.Hand("indian", []byte(`{"cards": ["AS","2S","3S","4H","5H","6H","7D","7C","7H","KS","KD","KC","KH"], "wild": "Q"}`))
	fmt.Println(string(answer), err)
	// Output: {"minscore":0,"minscore_uncapped":0,"mindist":0,"mindist_avail":0,"groups":[["4H","5H","6H"],["AS","2S","3S"],["7C","7D","7H"],["KC","KD","KH","KS"]],"deadwood":[],"expected_turns":0} <nil>
}
