package afterstate_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/afterstate"
)

// The afterstates of two moves at the first decision of a hand: passing the upcard, and
// taking it and discarding the queen of clubs.
func ExampleGin() {
	rules := gin.EAAI()
	x, err := afterstate.NewGin(rules, afterstate.GinAfterProgress)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := gin.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, obs := g.NewTable(), new(gin.Observation)
	g.Deal(s, game.DealSource(1, 0))
	s.Observe(s.Current(), obs)
	fmt.Println("hand", obs.Hand, "upcard", obs.Upcard)

	reader, dst := x.NewReader(), make([]float32, x.Layout().Size())
	reader.Observe(obs)
	pass := afterstate.GinMove{Discard: card.None}
	take := afterstate.GinMove{Take: true, Discard: card.New(card.Queen, card.Clubs)}
	value := func(field string) float32 {
		at, _ := x.Layout().Offset(field)
		return dst[at]
	}
	for _, move := range []afterstate.GinMove{pass, take} {
		reader.Encode(dst, move)
		fmt.Printf("deadwood %v, outs %v, next_deadwood %.1f\n", value("deadwood"), value("outs"), value("next_deadwood"))
	}
	// Output:
	// hand JC QC 7D 9D JD 3H 8H 2S 3S 7S upcard 8S
	// deadwood 69, outs 12, next_deadwood 59.3
	// deadwood 67, outs 13, next_deadwood 57.2
}
