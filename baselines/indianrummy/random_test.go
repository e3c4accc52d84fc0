package indianrummy

import (
	"math"
	"testing"

	"rummygym/env/indian"
	"rummygym/internal/must"
)

// frequencies returns the relative frequency of each action of the player of a spec in a
// position, and the probability that the player reports for it.
func frequencies(t *testing.T, p position, spec string, n int) (share, stated map[string]float64) {
	t.Helper()
	player := must.Get(New(spec))(t)
	a := player()
	a.Reset(7)
	o, legal := p.observe(t)
	share, stated = map[string]float64{}, map[string]float64{}
	for range n {
		action, probability := a.Act(o, legal)
		share[name(action)] += 1 / float64(n)
		stated[name(action)] = probability
	}
	return share, stated
}

// TestRandomFrequencies compares the frequencies and the reported probabilities with the
// right ones.
func TestRandomFrequencies(t *testing.T) {
	const n = 20000
	two := "4C 4C 6C 9C 9D 9H 2D KD JH 2H 7S TS AC"
	for _, tt := range []struct {
		spec  string
		p     position
		wants map[string]float64
	}{
		{"random", position{hand: near, wild: "7", top: "JS"}, map[string]float64{"stock": 1. / 2, "pile": 1. / 2}},
		{"random:fold=1/3", position{hand: near, wild: "7", top: "JS"}, map[string]float64{"stock": 1. / 3, "pile": 1. / 3, "drop": 1. / 3}},
		{"random:fold=0.2", position{hand: near, wild: "7", top: "JS", turn: 5}, map[string]float64{"stock": .4, "pile": .4, "drop": .2}},
		{"random", position{hand: two, wild: "3", drawn: "KS", pile: true}, map[string]float64{"discard 4C": 2. / 14, "discard KS": 1. / 14, "discard AC": 1. / 14}},
		{"random", position{hand: done, wild: "2", drawn: "QS"}, map[string]float64{"declare QS": 1. / 14, "discard 3C": 1. / 14}},
		{"random", position{hand: done, wild: "2", drawn: "QS", rules: func(r *indian.Rules) { r.Declaring = indian.AnyCards }}, map[string]float64{"declare QS": 1. / 14, "declare 3C": 0}},
		{"random:variant=released", position{hand: two, wild: "3", drawn: "KS"}, map[string]float64{"discard 4C": 2. / 14, "discard KS": 1. / 14}},
		{"random:variant=released", position{hand: two, wild: "3", drawn: "KS", pile: true}, map[string]float64{"discard 4C": 2. / 13, "discard KS": 0, "discard AC": 1. / 13}},
	} {
		share, stated := frequencies(t, tt.p, tt.spec, n)
		for action, want := range tt.wants {
			// Five standard errors.
			if d := math.Abs(share[action] - want); d > 5*math.Sqrt(want*(1-want)/n) {
				t.Errorf("%s: %s in %.4f of the cases, want %.4f", tt.spec, action, share[action], want)
			}
			if math.Abs(stated[action]-want) > 1e-12 {
				t.Errorf("%s: %s has the reported probability %v, want %v", tt.spec, action, stated[action], want)
			}
		}
	}
}
