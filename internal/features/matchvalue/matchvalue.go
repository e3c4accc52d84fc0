// Package matchvalue values the score of a race of two players (a match of package series to a target of points): the probability of
// winning the match from the points of both players and who starts the next hand. Start from [Of] or, for other results of hands, [New].
//
//	results of hands of equal players ──New──▶ Win(own, other, starts)
//
// The value solves its own equation: that of a score is the mean over the results of one hand of the values after it, and it is 1 or 0 at
// the target. A hand without a winner is played again by the same starter, and changes nothing; after any other hand the starters change.
// The values of equal players add up to 1, and rise with the own points. The file hands.csv has the results of self-play; "go run
// make_hands.go" in this folder makes it again.
package matchvalue

import (
	"math/rand/v2"

	"rummygym/env/game"
)

// Result is a result of a hand: the gain of the player who started it in points, and how many of the hands had it.
type Result struct {
	Gain  int
	Count float64
}

// Table has the value of each score of a race to one target. It is immutable.
type Table struct {
	target  int
	results []Result  // with a winner; their counts sum to 1
	win     []float64 // [own*target+other] of the player who starts
}

// New returns the values of a race to the target, in points, between equal players whose hands have the given results.
func New(target int, results []Result) *Table {
	t := &Table{target: target, win: make([]float64, target*target)}
	total := 0.0
	for _, r := range results {
		if r.Gain != 0 {
			t.results = append(t.results, r)
			total += r.Count
		}
	}
	for i := range t.results {
		t.results[i].Count /= total
	}
	for points := 2*target - 2; points >= 0; points-- { // each hand adds points
		for own := max(0, points-target+1); own <= min(points, target-1); own++ {
			t.win[own*target+points-own] = t.mean(own, points-own)
		}
	}
	return t
}

// mean returns the value for the player who starts, by the values after the hand.
func (t *Table) mean(own, other int) (p float64) {
	for _, r := range t.results {
		p += float64(r.Count * t.Win(own+max(0, r.Gain), other+max(0, -r.Gain), false))
	}
	return p
}

// draw returns a random result with a winner.
func (t *Table) draw(src rand.Source) int {
	left := game.Unit(src.Uint64())
	for _, r := range t.results {
		if left -= r.Count; left < 0 {
			return r.Gain
		}
	}
	return t.results[len(t.results)-1].Gain
}

// Win returns the probability that a player with own points wins against one with other points. Starts says whether the player starts
// the next hand. A player at the target or above has won.
func (t *Table) Win(own, other int, starts bool) float64 {
	switch {
	case own >= t.target:
		return 1
	case other >= t.target:
		return 0
	case starts:
		return t.win[own*t.target+other]
	}
	return 1 - t.win[other*t.target+own]
}

// Hand is a hand of a race that is not over, as a player sees it: what its results are worth at the score before it.
type Hand struct {
	// The best linear estimate of After, by least squares over the results of hands, is Base + Point × gain + Win × (1 if the hand is
	// won). So it follows from an expected gain and a probability of winning the hand.
	Base, Point, Win float64

	table      *Table
	own, other int
	starts     bool
}

// Before returns the hand at a score, for a player with own points against one with other points. Starts says whether the player
// starts the hand.
func (t *Table) Before(own, other int, starts bool) *Hand {
	h := &Hand{table: t, own: own, other: other, starts: starts}
	sign := 1
	if !starts {
		sign = -1
	}
	var g, w, v, gg, gw, ww, gv, wv float64 // means of the gain, of wins and of the value, and of their products
	for _, r := range t.results {
		gain, won := sign*r.Gain, 0.0
		if gain > 0 {
			won = 1
		}
		p, x, y := r.Count, float64(gain), h.After(gain)
		g, w, v = g+p*x, w+p*won, v+p*y
		gg, gw, ww, gv, wv = gg+p*x*x, gw+p*x*won, ww+p*won, gv+p*x*y, wv+p*won*y
	}
	gg, gw, ww, gv, wv = gg-g*g, gw-g*w, ww-w*w, gv-g*v, wv-w*v
	det := gg*ww - gw*gw
	h.Point, h.Win = (gv*ww-wv*gw)/det, (wv*gg-gv*gw)/det
	h.Base = v - h.Point*g - h.Win*w
	return h
}

// After returns the probability that the player wins the match after it gained points in the hand, or lost them.
func (h *Hand) After(gain int) float64 { return h.table.After(h.own, h.other, h.starts, gain) }

// After is [Hand.After] of the hand at a score, as in Before.
func (t *Table) After(own, other int, starts bool, gain int) float64 {
	return t.Win(own+max(0, gain), other+max(0, -gain), starts == (gain == 0))
}

// Estimate returns the estimated probability that the player wins the match, from its expected gain in points and its probability of
// winning the hand. It may lie outside [0, 1].
func (h *Hand) Estimate(gain, win float64) float64 {
	return h.Base + h.Point*gain + h.Win*win
}
