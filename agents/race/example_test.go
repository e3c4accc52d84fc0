package race_test

import (
	"fmt"

	"rummygym/agents"
	"rummygym/agents/race"
	"rummygym/baselines/ginrummy"
	"rummygym/env/gin"
	"rummygym/env/series"
)

// A race to 100 points: the player of seat 0 knows the score, that of seat 1 plays the same cards for the points of each hand.
func Example() {
	hand := gin.Classic()
	hand.Starter = gin.FirstSeat
	rules := series.Hollywood()
	rules.Games = 1
	g, err := series.New(rules, func(int) (series.Deal, error) { return gin.New(hand) })
	if err != nil {
		panic(err)
	}
	create, err := ginrummy.New("sigra")
	if err != nil {
		panic(err)
	}
	table := agents.NewTable(g)
	wins := 0
	for episode := range uint64(20) {
		table.Deal(1, episode, race.New(create, true), race.New(create, false))
		if err := table.Play(nil); err != nil {
			panic(err)
		}
		if table.State().Outcome().Winner == 0 {
			wins++
		}
	}
	fmt.Println("it wins", wins, "of 20")
	// Output: it wins 8 of 20
}
