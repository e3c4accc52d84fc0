package arena

import (
	"fmt"
	"testing"

	"rummygym/internal/must"
)

func TestRoundRobinTwoSeats(t *testing.T) {
	got := fmt.Sprint(RoundRobin(3, 2))
	if want := "[[0 0] [0 1] [0 2] [1 0] [1 1] [1 2] [2 0] [2 1] [2 2]]"; got != want {
		t.Errorf("lineups %s, want all ordered pairs %s", got, want)
	}
}

func TestRoundRobinThreeSeats(t *testing.T) {
	got := fmt.Sprint(RoundRobin(2, 3))
	if want := "[[0 0 0] [0 0 1] [0 1 0] [0 1 1] [1 0 0] [1 0 1] [1 1 0] [1 1 1]]"; got != want {
		t.Errorf("lineups %s, want %s", got, want)
	}
	// Each of three different players begins once, in the same order round the table.
	got = fmt.Sprint(rotations(Lineup{0, 1, 2}))
	if want := "[[0 1 2] [1 2 0] [2 0 1]]"; got != want {
		t.Errorf("rotations %s, want %s", got, want)
	}
}

func TestRoundRobinSixSeats(t *testing.T) {
	all := RoundRobin(6, 6)
	must.Equal(t, len(all), 2742, "lineups of six at six seats")
	held := [6]int{}
	for _, l := range all {
		held[l[0]]++
	}
	for e, n := range held {
		must.Equal(t, n, 2742/6, "entrant %d begins", e)
	}
}

func TestTooMany(t *testing.T) {
	for _, c := range []struct {
		n, seats int
		want     bool
	}{{36, 2, false}, {6, 6, false}, {300, 2, false}, {1000, 2, true}, {40, 6, true}} {
		if got := tooMany(c.n, c.seats); got != c.want {
			t.Errorf("tooMany(%d, %d) = %v", c.n, c.seats, got)
		}
	}
}

func TestLineupSeeds(t *testing.T) {
	for _, c := range []struct {
		deals         Deals
		turned, other bool // whether (0,1) shares its seed with (1,0), and with (0,2)
	}{{FreshDeals, false, false}, {SeatDeals, true, false}, {AllDeals, true, true}} {
		s := Setup{Seed: 5, Deals: c.deals}
		base := s.seed(Lineup{0, 1})
		if got := base == s.seed(Lineup{1, 0}); got != c.turned {
			t.Errorf("deals %s: both seat orders share their seed: %v", c.deals, got)
		}
		if got := base == s.seed(Lineup{0, 2}); got != c.other {
			t.Errorf("deals %s: other agents share their seed: %v", c.deals, got)
		}
	}
	three := Setup{Seed: 5, Deals: SeatDeals}
	if three.seed(Lineup{0, 1, 2}) != three.seed(Lineup{2, 0, 1}) {
		t.Error("the rotations of three seats do not share their seed")
	}
	if three.seed(Lineup{0, 1, 2}) == three.seed(Lineup{0, 2, 1}) {
		t.Error("another order round the table shares the seed")
	}
}
