package afterstate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
)

// planesOf holds the fields that begin with one entry for each suited card. All other fields treat the suits alike.
var planesOf = map[string][]string{
	"indian": {"hand", "unseen", "known", "given", "refused", "discarded", "free_cards", "out_cards", "wild", "previous_known", "previous_given"},
	"gin":    {"held", "hand", "melded_cards", "unseen", "known", "given", "refused"},
}

// relabellings returns the 24 relabellings of the suits as permutations of the entries of an afterstate: entry i moves to
// entry p[i]. The first moves nothing. The rules treat all suits alike, so the afterstate is worth the same.
func relabellings(l game.Layout, planes []string) (all [][]int) {
	for order := range card.NumSuits * card.NumSuits * card.NumSuits * card.NumSuits {
		var to [card.NumSuits]int // suit s becomes to[s]; order has them as digits
		taken := 0
		for s := range to {
			to[card.NumSuits-1-s] = order % card.NumSuits
			taken |= 1 << (order % card.NumSuits)
			order /= card.NumSuits
		}
		if taken != 1<<card.NumSuits-1 {
			continue
		}
		p := make([]int, l.Size())
		for i := range p {
			p[i] = i
		}
		for _, name := range planes {
			if at, ok := l.Offset(name); ok {
				for c := range card.NumSuited {
					p[at+c] = at + to[c/card.NumRanks]*card.NumRanks + c%card.NumRanks
				}
			}
		}
		all = append(all, p)
	}
	return all
}

// TestNetworksAreSymmetric checks that a network over cards gives the same for all relabellings of the suits, whatever its
// weights are, for afterstates of both games under all presets.
func TestNetworksAreSymmetric(t *testing.T) {
	check := func(name string, l game.Layout, ace network.Ace, planes []string) {
		d := network.Description{Format: network.Format, Kind: network.AfterstateKind, Game: "toy", Fields: "all", Inputs: network.Inputs(l),
			Heads: []network.Head{{Name: network.Gain, Size: 1}}}
		cards, ok := network.OverCards(d.Inputs, 16, ace)
		if !ok {
			t.Fatalf("%s: no planes of cards", name)
		}
		d.Layers = append([]network.Layer{cards}, network.MLP(32)...)
		e := networktest.Random(t, d, 1).NewEvaluator()
		rng := rand.New(rand.NewPCG(1, uint64(l.Size())))
		x, moved := make([]float32, l.Size()), make([]float32, l.Size())
		at := 0
		for _, f := range l {
			for range f.Size() {
				if rng.IntN(3) == 0 {
					x[at] = float32(f.High) * float32(rng.IntN(3)) / 2
				}
				at++
			}
		}
		e.Run(x)
		want := e.Output(0, 0)
		all := relabellings(l, planes)
		for _, p := range all {
			for i, v := range x {
				moved[p[i]] = v
			}
			e.Run(moved)
			if got := e.Output(0, 0); math.Abs(float64(got-want)) > 1e-5*max(1, math.Abs(float64(want))) {
				t.Errorf("%s: %v after a relabelling, and %v before", name, got, want)
			}
		}
		x[len(x)-1]++ // an input that the suits share
		if e.Run(x); e.Output(0, 0) == want || len(all) != 24 {
			t.Errorf("%s: the output does not depend on the last input, or there are %d relabellings", name, len(all))
		}
	}
	for _, name := range indian.PresetNames() {
		r := must.Get(indian.Preset(name))(t)
		if x, err := afterstate.NewIndian(r, afterstate.AllIndianGroups); err == nil {
			check(name, x.Layout(), network.AceBoth, planesOf["indian"])
		}
	}
	for _, name := range gin.PresetNames() {
		x := must.Get(afterstate.NewGin(must.Get(gin.Preset(name))(t), afterstate.AllGinGroups))(t)
		check(name, x.Layout(), network.AceLow, planesOf["gin"])
	}
}
