package agents_test

import (
	"fmt"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// first takes the first legal action that does not leave the game.
type first struct{}

func (first) Reset(uint64) {}

func (first) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	for a := range legal.Each() {
		if a != indian.Drop {
			return a, 1
		}
	}
	return indian.Drop, 1
}

// An agent needs two methods. This one plays a short game against itself.
func Example() {
	rules := indian.Paper()
	rules.MaxRounds = 3
	g, err := indian.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	table := agents.NewTable(g)
	table.Deal(1, 0, first{}, first{})
	if err := table.Play(nil); err != nil {
		fmt.Println(err)
		return
	}
	out := table.State().Outcome()
	fmt.Println(table.Last().Step, "decisions,", out.Rounds, "rounds,", out.Ending)
	// Output: 12 decisions, 3 rounds, round-limit
}
