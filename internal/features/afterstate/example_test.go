package afterstate_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/afterstate"
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

// The hand matrix of figure 1 of truong2021datadriven, and the macro-features beside it.
func ExampleDiscards() {
	x, err := afterstate.NewDiscards(afterstate.DiscardHand|afterstate.DiscardMacros, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rules := gin.EAAI()
	o := gin.Observation{Rules: &rules, Phase: gin.Discard}
	cards, err := card.ParseAll("5S QS 3H 6H QH 6D 7D JC AC 3C KD")
	if err != nil {
		fmt.Println(err)
		return
	}
	o.Hand = card.BagOf(cards...).Once
	dst := make([]float32, x.Layout().Size())
	fmt.Println(x.Encode(dst, &o, gin.DrawStock))
	fmt.Println(x.Encode(dst, &o, gin.CardOf(card.New(card.King, card.Diamonds))))
	for row, suit := range []string{"C", "H", "S", "D"} {
		fmt.Println(suit, dst[row*13:(row+1)*13])
	}
	fmt.Println("runs, sets, deadwood, hits:", dst[52:])
	// Output:
	// false
	// true
	// C [1 0 1 0 0 0 0 0 0 0 1 0 0]
	// H [0 0 1 0 0 1 0 0 0 0 0 1 0]
	// S [0 0 0 0 1 0 0 0 0 0 0 1 0]
	// D [0 0 0 0 0 1 1 0 0 0 0 0 0]
	// runs, sets, deadwood, hits: [0 0 61 9]
}
