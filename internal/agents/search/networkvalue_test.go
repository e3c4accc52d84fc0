package search_test

import (
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/agents/search"
	"rummygym/internal/must"
)

// TestNetworkValue checks the units of the values of networks.
func TestNetworkValue(t *testing.T) {
	r := indian.Paper()
	g, s := table(t, r)
	groups := must.Get(encoder.ParseIndianGroups("counts"))(t)
	x := must.Get(encoder.NewIndian(r, groups))(t)
	g.Deal(s, game.DealSource(1, 1))
	for goal, want := range map[search.Goal]float64{search.Gain: 0.25 * network.GainScale, search.Win: 1 / (1 + math.Exp(-0.25))} {
		head := search.ValueHead(goal)
		n := networktest.Biased(t, network.Description{
			Format: network.Format, Kind: network.ValueKind, Game: g.Name(), Fields: "counts",
			Inputs: network.Inputs(x.Layout()), Heads: []network.Head{{Name: head, Size: 1}},
		}, map[string][]float32{head: {0.25}})
		if got, ok := search.NewNetworkValue(n, goal, g, x).Value(s, 0); !ok || math.Abs(got-want) > 1e-6 {
			t.Errorf("%v: value %v, want %v", goal, got, want)
		}
	}
}
