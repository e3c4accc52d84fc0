package rummygym_test

import (
	"fmt"

	"rummygym"
	"rummygym/env"
	"rummygym/env/game"
)

// The loop of a learner: 100 games against MinDist, with MinDistOpp as the learner. The
// README shows it as a program.
func Example() {
	table, _ := rummygym.NewGame("indian")
	opponent, _ := rummygym.NewAgent("min-dist", table)
	learner, _ := rummygym.NewAgent("min-dist-opp", table)
	gym, _ := env.NewSingle(table, env.SingleConfig{Opponents: []game.Agent{opponent}})
	seen, legal, gain := table.NewObservation(), game.Mask{}, 0.0
	for seed := range uint64(100) {
		learner.Reset(seed)
		gym.Reset(seed)
		for over := false; !over; {
			gym.Observe(seen)
			gym.Legal(&legal)
			action, _ := learner.Act(seen, &legal)
			reward, terminated, _, _ := gym.Step(action)
			gain, over = gain+reward, terminated
		}
	}
	fmt.Println("mean points gained per game:", gain/100)
	// Output:
	// mean points gained per game: 4.59
}
