package catalog_test

import (
	"fmt"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/catalog"
)

// The loop of a learner: 100 games against MinDist, with MinDistOpp as the learner. The
// README shows it as a program.
func Example() {
	table, _ := catalog.NewGame("indian")
	opponent, _ := catalog.NewAgent("min-dist", table)
	learner, _ := catalog.NewAgent("min-dist-opp", table)
	gym, _ := env.NewSingle(table, env.SingleConfig{Opponents: []game.Agent{opponent}})
	numbers, seen := make([]float32, gym.Layout().Size()), table.NewObservation()
	minScore, _ := gym.Layout().Offset("min_score")
	minDist, _ := gym.Layout().Offset("min_dist")
	legal, gain := game.Mask{}, 0.0
	for seed := range uint64(100) {
		learner.Reset(seed)
		gym.Reset(seed)
		for over := false; !over; {
			gym.Encode(numbers) // what a network sees; the agent takes the cards themselves
			gym.Observe(seen)
			gym.Legal(&legal)
			action, _ := learner.Act(seen, &legal)
			if seed == 0 {
				fmt.Println("MinScore", numbers[minScore], "MinDist", numbers[minDist], "action", table.ActionString(action))
			}
			reward, terminated, _, _ := gym.Step(action)
			gain, over = gain+reward, terminated
		}
	}
	fmt.Println("mean points gained per game:", gain/100)
	// Output:
	// MinScore 47 MinDist 3 action draw stock
	// MinScore 45 MinDist 3 action discard AC
	// MinScore 45 MinDist 3 action draw stock
	// MinScore 21 MinDist 2 action discard QC
	// mean points gained per game: 4.59
}
