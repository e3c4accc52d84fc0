package matchvalue_test

import (
	"math"
	"testing"

	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/features/matchvalue"
)

// eaai returns the values of matches to 100 points.
func eaai() *matchvalue.Table {
	hand := gin.EAAI()
	return matchvalue.Of(new(series.RaceTo(100)), &hand)
}

// The values of both players add up to 1, rise with the own points, and are certain at the target.
func TestWin(t *testing.T) {
	v := eaai()
	for own := range 101 {
		for other := range 101 {
			if own == 100 && other == 100 {
				continue
			}
			p := v.Win(own, other, true)
			if sum := p + v.Win(other, own, false); math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%d against %d points: the values add up to %v", own, other, sum)
			}
			if own > 0 && p <= v.Win(own-1, other, true) && other < 100 {
				t.Fatalf("%d against %d points: value %v is not above that of a point less", own, other, p)
			}
			if own == 100 && p != 1 || other == 100 && p != 0 {
				t.Fatalf("%d against %d points: value %v", own, other, p)
			}
		}
	}
	if p := v.Win(0, 0, true); p < 0.5 || p > 0.54 {
		t.Fatalf("the player who starts wins %v of the matches", p)
	}
}

// A race in which every hand wins 1 point or loses 2 is computed by hand.
func TestNew(t *testing.T) {
	v := matchvalue.New(2, []matchvalue.Result{{Gain: 1, Count: 3}, {Gain: -2, Count: 1}, {Gain: 0, Count: 96}})
	// 1-1: who starts wins with 3/4. 1-0: the same, since 2 points end it.
	// 0-1: a point, then the other starts at 1-1. 0-0: a point, then the other starts at 0-1.
	oneOne, zeroOne := .75, .75*.25
	zero := .75 * (1 - zeroOne)
	for _, x := range []struct {
		own, other int
		want       float64
	}{{1, 1, oneOne}, {1, 0, .75}, {0, 1, zeroOne}, {0, 0, zero}} {
		if got := v.Win(x.own, x.other, true); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%d against %d points: value %v, want %v", x.own, x.other, got, x.want)
		}
	}
}

// The estimate of the value after a hand is the best linear one: its errors have the mean 0 and go with neither gain nor wins.
// Where only the winner of the hand matters, only a win is worth something.
func TestHand(t *testing.T) {
	results := []matchvalue.Result{{Gain: 30, Count: 2}, {Gain: 12, Count: 3}, {Gain: -5, Count: 1}, {Gain: -26, Count: 4}}
	v := matchvalue.New(60, results)
	for own := 0; own < 60; own += 7 {
		for other := 0; other < 60; other += 5 {
			for _, starts := range []bool{true, false} {
				h := v.Before(own, other, starts)
				var mean, gains, wins float64
				for _, r := range results {
					gain := r.Gain
					if !starts {
						gain = -gain
					}
					won := 0.0
					if gain > 0 {
						won = 1
					}
					miss := v.Win(own+max(gain, 0), other+max(-gain, 0), !starts) - h.Base - h.Point*float64(gain) - h.Win*won
					mean, gains, wins = mean+r.Count*miss, gains+r.Count*miss*float64(gain), wins+r.Count*miss*won
				}
				if math.Abs(mean)+math.Abs(gains)+math.Abs(wins) > 1e-9 {
					t.Fatalf("%d against %d points: errors %v, with gains %v, with wins %v", own, other, mean, gains, wins)
				}
			}
		}
	}
	h := eaai().Before(99, 99, true)
	if math.Abs(h.Base)+math.Abs(h.Point)+math.Abs(h.Win-1) > 1e-9 || math.Abs(h.Estimate(20, .7)-.7) > 1e-9 {
		t.Fatalf("99 against 99 points: %+v, want a win of the hand for the match", h)
	}
	if p := h.After(0); p != eaai().Win(99, 99, true) {
		t.Fatalf("after a void hand the value is %v, want that before it", p)
	}
}
