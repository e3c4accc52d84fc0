package arena

import (
	"fmt"
	"testing"

	"rummygym/internal/must"
)

func TestLineups(t *testing.T) {
	for _, c := range []struct {
		what string
		got  []Lineup
		want string
	}{
		{"all ordered pairs", RoundRobin(3, 2), "[[0 0] [0 1] [0 2] [1 0] [1 1] [1 2] [2 0] [2 1] [2 2]]"},
		{"two agents at three seats", RoundRobin(2, 3), "[[0 0 0] [0 0 1] [0 1 0] [0 1 1] [1 0 0] [1 0 1] [1 1 0] [1 1 1]]"},
		{"each begins once, in the same order round the table", rotations(Lineup{0, 1, 2}), "[[0 1 2] [1 2 0] [2 0 1]]"},
		{"one from each seat", AllSeats(7, 1, 2, 3), "[[7 1 2 3] [3 7 1 2] [2 3 7 1] [1 2 3 7]]"},
		{"a ladder", Pairs(3), "[[0 1] [1 0] [0 2] [2 0] [1 2] [2 1]]"},
	} {
		must.Equal(t, fmt.Sprint(c.got), c.want, "%s", c.what)
	}
	all, held := RoundRobin(6, 6), [6]int{}
	must.Equal(t, len(all), 2742, "lineups of six at six seats")
	for _, l := range all {
		held[l[0]]++
	}
	for e, n := range held {
		must.Equal(t, n, 2742/6, "entrant %d begins", e)
	}
	for _, c := range []struct {
		n, seats int
		want     bool
	}{{36, 2, false}, {6, 6, false}, {300, 2, false}, {1000, 2, true}, {40, 6, true}} {
		must.Equal(t, tooMany(c.n, c.seats), c.want, "%d at %d seats are too many", c.n, c.seats)
	}
}

func TestLineupSeeds(t *testing.T) {
	for _, c := range []struct {
		deals         Deals
		turned, other bool // whether (0,1) shares its seed with (1,0), and with (0,2)
	}{{FreshDeals, false, false}, {SeatDeals, true, false}, {AllDeals, true, true}} {
		s := Setup{Seed: 5, Deals: c.deals}
		base := s.seed(Lineup{0, 1})
		must.Equal(t, base == s.seed(Lineup{1, 0}), c.turned, "deals %s: both seat orders share their seed", c.deals)
		must.Equal(t, base == s.seed(Lineup{0, 2}), c.other, "deals %s: other agents share their seed", c.deals)
	}
	three := Setup{Seed: 5, Deals: SeatDeals}
	if three.seed(Lineup{0, 1, 2}) != three.seed(Lineup{2, 0, 1}) || three.seed(Lineup{0, 1, 2}) == three.seed(Lineup{0, 2, 1}) {
		t.Error("rotations of three seats do not share their seed, or other orders round the table do")
	}
}
