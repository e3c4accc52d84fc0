package greedy_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/features/afterstate"
)

// In this example the logit of winning is minus the MinDist of the afterstate, so that the
// player minimises MinDist.
func Example() {
	rules := indian.Paper()
	x, err := afterstate.NewIndian(rules, afterstate.AfterProgress)
	if err != nil {
		fmt.Println(err)
		return
	}
	layout := x.Layout()
	weights := make([]float32, layout.Size())
	at, _ := layout.Offset("distance") // one-hot: entry i is 1 if MinDist is i, the last from 8 on
	for i := range 9 {
		weights[at+i] = -float32(i)
	}
	n, err := network.New(network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: "progress",
		Inputs: network.Inputs(layout), Heads: []network.Head{{Name: network.Win, Size: 1}},
	}, []safetensors.Tensor{
		{Name: "win.weight", Shape: []int{1, len(weights)}, Data: weights},
		{Name: "win.bias", Shape: []int{1}, Data: []float32{0}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	g, err := indian.New(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	state, obs := g.NewState(), g.NewObservation()
	g.Deal(state, game.DealSource(1, 0))
	var players []game.Agent
	for range g.Players() {
		players = append(players, greedy.NewPlayer(greedy.NewIndian(x.NewReader(nil)), n, network.Win))
	}
	for i, p := range players {
		p.Reset(uint64(i))
	}
	for p := state.Current(); p != game.NoPlayer; p = state.Current() {
		var legal game.Mask
		state.Observe(p, obs)
		state.Legal(&legal)
		a, _ := players[p].Act(obs, &legal)
		if err := state.Apply(a); err != nil {
			fmt.Println(err)
			return
		}
	}
	out := state.Outcome()
	fmt.Println(out.Ending, "by player", out.Winner, "in turn", out.Turns)
	// Output: declared by player 0 in turn 15
}
