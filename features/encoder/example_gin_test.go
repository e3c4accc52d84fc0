package encoder_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/encoder"
)

// An encoder of some groups of fields encodes the observation of seat 0 after the deal.
// Environments take an encoder too.
func ExampleGin() {
	rules := gin.EAAI()
	x, err := encoder.NewGin(rules, encoder.GinOwnCards|encoder.GinMacros|encoder.GinDeadwood)
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
