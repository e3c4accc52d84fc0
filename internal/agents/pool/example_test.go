package pool_test

import (
	"fmt"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/agents/pool"
)

// A pool of 101 points: the player of seat 0 knows the score, that of seat 1 plays each deal for itself.
func Example() {
	g, err := series.New(series.Pool101(2), func(seats int) (series.Deal, error) { return indian.New(indian.Club(seats)) })
	if err != nil {
		panic(err)
	}
	create, err := indianrummy.New("min-dist-outs:draw=turns:drop=5")
	if err != nil {
		panic(err)
	}
	of := func(int) game.Agent { return create() }
	table := agents.NewTable(g)
	won := [2]int{}
	for episode := range uint64(20) {
		table.Deal(1, episode, pool.New(of), agents.NewByDeals(of))
		if err := table.Play(nil); err != nil {
			panic(err)
		}
		won[table.State().Outcome().Winner]++
	}
	fmt.Println("pools won:", won[0], "and", won[1])
	// Output: pools won: 13 and 7
}
