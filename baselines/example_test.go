package baselines_test

import (
	"fmt"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/baselines"
	"rummygym/env/game"
	"rummygym/env/indian"
)

// A game between two players, each of which sees only its own observation.
func Example() {
	g, err := indian.New(indian.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	state, view := g.NewState(), g.NewObservation()
	first, _ := baselines.New(baselines.Indian, "min-dist-opp:drop=5")
	second, _ := baselines.New(baselines.Indian, "min-score")
	players := []agents.Agent{first(), second()}

	g.Deal(state, rand.NewPCG(1, 2))
	for i, p := range players {
		p.Reset(uint64(i))
	}
	var legal game.Mask
	for p := state.Current(); p != game.NoPlayer; p = state.Current() {
		state.Legal(&legal)
		state.Observe(p, view)
		action, _ := players[p].Act(view, &legal)
		if err := state.Apply(action); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(state.Outcome().Over, state.Outcome().Gains[0]+state.Outcome().Gains[1])
	// Output: true 0
}

func ExampleCanonical() {
	spec, _ := baselines.Canonical(baselines.Indian, "min-dist-opp:free=any:drop=5:variant=paper")
	fmt.Println(spec)
	_, err := baselines.New(baselines.Indian, "min-dst")
	fmt.Println(err)
	// Output:
	// min-dist-opp:drop=5
	// agent "min-dst": no agent "min-dst", did you mean "min-dist"?; agents for indian: random, defeat-seeking, min-score, min-dist, min-dist-score, min-dist-opp, min-dist-outs, min-dist-avail
}
