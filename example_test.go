package rummygym_test

import (
	"fmt"

	"rummygym/baselines"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// A learner's loop: 100 games against MinDist, with MinDistOpp in the learner's
// place. The README shows the body of this function.
func Example() {
	table, _ := indian.New(indian.Paper())
	rival, _ := baselines.New("indian", "min-dist")
	learner, _ := baselines.New("indian", "min-dist-opp")
	gym, _ := env.NewSingle(table, env.SingleConfig{Opponents: []env.Policy{rival()}})
	me, seen, legal, gain := learner(), table.NewObservation(), game.Mask{}, 0.0
	for seed := range uint64(100) {
		me.Reset(seed)
		gym.Reset(seed)
		for over := false; !over; {
			gym.Observe(seen)
			gym.Legal(&legal)
			action, _ := me.Act(seen, &legal)
			reward, terminated, _, _ := gym.Step(action)
			gain, over = gain+reward, terminated
		}
	}
	fmt.Println("points gained a game:", gain/100)
	// Output:
	// points gained a game: 4.59
}
