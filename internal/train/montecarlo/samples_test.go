package montecarlo

import (
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestReturns checks λ-returns with λ = ¾ against values computed by hand: of games with the gain 8
// and the win 1, in which decisions reach an afterstate or not.
func TestReturns(t *testing.T) {
	p := must.Get(newPacking(game.Layout{{Name: "a", Shape: []int{1}, DType: game.Uint8, High: 255}}))(t)
	known := func(gain, win float32) estimate { return estimate{gain: gain, win: win, ok: true} }
	random := func(gain, win float32) estimate { return estimate{gain: gain, win: win, ok: true, explored: true} }
	type decision struct {
		of    estimate
		state bool // whether it reaches an afterstate
	}
	for _, c := range []struct {
		name        string
		decisions   []decision
		gains, wins []float32
	}{
		{"no decision", nil, nil, nil},
		{"the last afterstate has the result", []decision{{known(4, 0), true}}, []float32{8}, []float32{1}},
		{"a quarter of the estimate of each next decision", // 8 − ¼·(8 − 4) = 7, 7 − ¼·(7 + 1) = 5
			[]decision{{known(100, 0.5), true}, {known(-1, 0), true}, {known(4, 0.5), true}},
			[]float32{5, 7, 8}, []float32{0.65625, 0.875, 1}},
		{"nothing where the network was not asked",
			[]decision{{known(0, 0), true}, {estimate{}, true}, {known(4, 0.5), true}},
			[]float32{7, 7, 8}, []float32{0.875, 0.875, 1}},
		{"nothing of a decision without an afterstate",
			[]decision{{known(0, 0), true}, {known(-50, 0), false}, {known(4, 0.5), true}},
			[]float32{7, 8}, []float32{0.875, 1}},
		{"an action at random ends the return before it", // 2 − ¼·(2 − 6) = 3
			[]decision{{known(0, 0), true}, {known(6, 0.5), true}, {random(2, 0.25), true}, {known(4, 0.5), true}},
			[]float32{3, 2, 7, 8}, []float32{0.3125, 0.25, 0.875, 1}},
		{"also without an afterstate",
			[]decision{{known(0, 0), true}, {random(2, 0.25), false}, {known(4, 0.5), true}, {known(4, 0.5), true}},
			[]float32{2, 7, 8}, []float32{0.25, 0.875, 1}},
		{"the first of two counts",
			[]decision{{known(0, 0), true}, {random(2, 0.25), false}, {random(4, 0.5), false}, {random(5, 0.75), true}},
			[]float32{2, 8}, []float32{0.25, 1}},
		{"also at the end",
			[]decision{{known(0, 0), true}, {known(6, 0.25), true}, {random(2, 0.25), false}},
			[]float32{3, 2}, []float32{0.25, 0.25}},
	} {
		var s series
		var dst samples
		for range 2 { // the second game after the first in the same memory
			s.clear()
			for i, d := range c.decisions {
				var x []float32
				if d.state {
					x = []float32{float32(i)}
				}
				s.add(p, x, d.of)
			}
			dst.add(&s, 8, 1, 0.75)
		}
		if n := len(c.gains); len(dst.gains) != 2*n || !slices.Equal(dst.gains[n:], c.gains) || !slices.Equal(dst.wins[n:], c.wins) {
			t.Errorf("%s: gains %v and wins %v, want %v and %v in each of two games", c.name, dst.gains, dst.wins, c.gains, c.wins)
		}
	}
}
