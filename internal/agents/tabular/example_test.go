package tabular_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/agents/tabular"
)

// A table of one information set.
func Example() {
	obs := &view{Card: 1}
	var h tabular.Hasher
	key := h.Observation(obs)
	table := tabular.New(tabular.Header{Game: "test", Rules: []byte("{}")}, []tabular.Row{{
		Key: tabular.Next(0, key, mask(3, 5)), View: key, Weight: 1, Actions: []game.Action{3, 5}, Probabilities: []float32{0, 1},
	}})
	p := tabular.NewPlayer(table)
	p.Reset(1)
	fmt.Println(p.Act(obs, mask(3, 5)))
	// Output: 5 1
}
