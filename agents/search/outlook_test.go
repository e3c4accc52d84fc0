package search_test

import (
	"math"
	"testing"

	"rummygym/agents/search"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// TestOutlook compares the value at each turn with the result of the game, over games of
// the player that the outlook was fitted to. The values have no bias, and explain part of
// the variance of the gains.
func TestOutlook(t *testing.T) {
	const games = 400
	g, s := table(t, indian.Paper())
	b := must.Get(indianrummy.New("min-dist-opp"))(t)()
	obs := g.NewObservation()
	var legal game.Mask
	type turn struct {
		mover      game.Player
		gain, wins float64
	}
	gain, win := search.NewOutlook(search.Gain, 80), search.NewOutlook(search.Win, 80)
	var n, bias, left, all, winBias float64
	for i := range uint64(games) {
		var turns []turn
		g.Deal(s, game.DealSource(31, i))
		for p := s.Current(); p != game.NoPlayer; p = s.Current() {
			if s.(*indian.State).Phase() == indian.Draw {
				x, _ := gain.Value(s, p)
				y, _ := win.Value(s, p)
				turns = append(turns, turn{p, x, y})
			}
			s.Observe(p, obs)
			s.Legal(&legal)
			a, _ := b.Act(obs, &legal)
			must.Do(t, s.Apply(a))
		}
		out := s.Outcome()
		for _, x := range turns {
			got, won := float64(out.Gains[x.mover]), 0.0
			if out.Winner == x.mover {
				won = 1
			}
			n++
			bias += got - x.gain
			left += (got - x.gain) * (got - x.gain)
			all += got * got
			winBias += won - x.wins
		}
	}
	if m, w := bias/n, winBias/n; math.Abs(m) > 3 || math.Abs(w) > .03 {
		t.Errorf("over %.0f turns the results are %.2f points and %.3f wins above the values, want 0", n, m, w)
	}
	if left, all := math.Sqrt(left/n), math.Sqrt(all/n); left > .9*all {
		t.Errorf("the standard deviation of gains is %.1f, and %.1f around the values: want less than .9 of it", all, left)
	} else {
		t.Logf("standard deviation of gains %.1f, around the values %.1f", all, left)
	}
}
