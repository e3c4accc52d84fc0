package game_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/indian"
)

// Random play of any game needs only the interfaces of this package.
func ExampleGame() {
	var g game.Game
	g, err := indian.New(indian.Paper())
	if err != nil {
		panic(err)
	}
	s := g.NewState()
	src := game.DealSource(1, 0) // episode 0 of the run with seed 1
	g.Deal(s, src)
	var legal game.Mask
	for range 4 {
		s.Legal(&legal)
		a := legal.Nth(1 + int(src.Uint64()%uint64(legal.Count()-1))) // not the first: no drop
		fmt.Println("player", s.Current(), g.ActionString(a))
		if err := s.Apply(a); err != nil {
			panic(err)
		}
	}
	// Output:
	// player 0 draw stock
	// player 0 discard AH
	// player 1 draw pile
	// player 1 discard 7C
}
