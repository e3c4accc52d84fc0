package agents_test

import (
	"fmt"
	"math/rand/v2"

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

// An agent of one's own needs two methods. Here it plays a short game against
// itself.
func Example() {
	rules := indian.Paper()
	rules.MaxRounds = 3
	g, err := indian.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	var agent agents.Agent = first{}
	state, obs := g.NewState(), g.NewObservation()
	g.Deal(state, rand.NewPCG(1, 2))
	agent.Reset(1)
	moves := 0
	for p := state.Current(); p != game.NoPlayer; p = state.Current() {
		var legal game.Mask
		state.Legal(&legal)
		state.Observe(p, obs)
		a, _ := agent.Act(obs, &legal)
		if err := state.Apply(a); err != nil {
			fmt.Println(err)
			return
		}
		moves++
	}
	out := state.Outcome()
	fmt.Println(moves, "moves,", out.Rounds, "rounds,", out.Ending)
	// Output: 12 moves, 3 rounds, round-limit
}
