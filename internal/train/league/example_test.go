package league_test

import (
	"fmt"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/internal/train/league"
)

// A league of two baselines, one of which is drawn three times as often.
func Example() {
	strong, _ := indianrummy.New("min-dist-opp")
	weak, _ := indianrummy.New("random")
	l, err := league.New(league.Config{Named: []agents.Member{
		{Name: "min-dist-opp", Weight: 3, New: strong},
		{Name: "random", Weight: 1, New: weak},
	}})
	if err != nil {
		panic(err)
	}
	seat := l.NewSeat(false)
	for episode := range uint64(6) {
		seat.Reset(episode)
		fmt.Println(l.Name(seat.Member()))
		l.Record(seat.Member(), 1)
	}
	fmt.Printf("score against random: %.2f\n", l.Score(2))
	// Output:
	// min-dist-opp
	// min-dist-opp
	// min-dist-opp
	// min-dist-opp
	// random
	// min-dist-opp
	// score against random: 0.75
}
