package matchvalue_test

import (
	"math"
	"testing"

	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/features/matchvalue"
)

// eaai returns the values of matches to 100 points.
func eaai() *matchvalue.Table {
	hand := gin.EAAI()
	return matchvalue.Of(&series.Rules{Target: 100}, &hand)
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
