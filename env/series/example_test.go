package series_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
)

// A pool of 101 of three players, of whom two always drop: they are out after six deals.
func Example() {
	g, err := series.New(series.Pool101(3), func(seats int) (series.Deal, error) { return indian.New(indian.Club(seats)) })
	if err != nil {
		panic(err)
	}
	s := g.NewTable()
	g.Deal(s, game.DealSource(1, 0))
	for s.Current() != game.NoPlayer {
		action := indian.Drop
		if s.Current() == 2 {
			action = indian.DrawStock
		}
		var legal game.Mask
		if s.Legal(&legal); !legal.Has(action) { // seat 2 has drawn
			action = legal.Nth(0)
		}
		if err := s.Apply(action); err != nil {
			panic(err)
		}
	}
	o := s.Outcome()
	fmt.Println(o.Ending, "after", o.Rounds, "deals: seat", o.Winner, "wins, gains", o.Gains[:3])
	// Output:
	// last-player after 6 deals: seat 2 wins, gains [-100 -100 200]
}
