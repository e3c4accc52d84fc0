package arena

import (
	"fmt"
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// table3 returns the summary of a tournament in which each agent wins as often against
// Simple as in Table 3 of goldman2021evaluating, in both seat orders.
func table3(anyStarter bool) *Summary {
	agents := []string{"simple", "stubborn", "stubborn-mmd", "sigra"}
	wins := []int{262, 339, 346, 373}
	s := Setup{Game: "made up", Seats: 2, Games: 500, Agents: agents, Deals: FreshDeals, Lineups: RoundRobin(4, 2), Terms: game.Terms{AnyStarter: anyStarter}}
	res := newResult(s)
	for l, lineup := range s.Lineups {
		for i := range res.Records[l] {
			r := Record{Ending: "won", Winner: 1, Rounds: 10, Turns: 120}
			switch {
			case lineup[1] == 0 && i < wins[lineup[0]], lineup[0] == 0 && lineup[1] > 0 && i >= wins[lineup[1]]:
				r.Winner = 0
			}
			res.Records[l][i] = r
		}
	}
	return Summarize(res, Settings{Resamples: 1})
}

func TestAgainstOpponentIsTable2(t *testing.T) {
	a := must.Get(table3(false).AgainstOpponent("simple"))(t)
	want := []string{"", "0.031 4.972", "0.029 0.477", "0.028 1.900"}
	for i, r := range a.Rows {
		if r.Wins.Trials != 500 {
			t.Errorf("%s: %d games, want the 500 in which it sits first", r.Name, r.Wins.Trials)
		}
		if i == 0 {
			if !math.IsNaN(r.Before.Test.P) || !math.IsNaN(r.Itself.Test.P) || !math.IsNaN(r.Itself.Holm) {
				t.Errorf("the opponent itself is tested: %+v", r)
			}
			continue
		}
		if got := fmt.Sprintf("%.3f %.3f", r.Before.StdErr, r.Before.Test.Z); got != want[i] {
			t.Errorf("%s: SE and z %s, Table 2 has %s", r.Name, got, want[i])
		}
		if r.Before.Holm < r.Before.Test.P || r.Itself.Holm < r.Itself.Test.P || r.Itself.Test.Z < 4.9 {
			t.Errorf("%s: %+v", r.Name, r)
		}
	}
	if p := a.Rows[1].Before; math.Abs(p.Holm-3*p.Test.P) > 1e-15 {
		t.Errorf("the smallest of three p-values %v becomes %v, want three times as much", p.Test.P, p.Holm)
	}
}

// If seats do not matter, both seat orders are one sample.
func TestWinsOverBothSeats(t *testing.T) {
	s := table3(true)
	for _, c := range []struct{ i, j, wins, games int }{{1, 0, 678, 1000}, {0, 1, 322, 1000}, {0, 0, 262, 500}, {2, 0, 692, 1000}} {
		if p := s.WinsOver(c.i, c.j); p.Successes != c.wins || p.Trials != c.games {
			t.Errorf("%s over %s: %+v, want %d of %d", s.Agents[c.i], s.Agents[c.j], p, c.wins, c.games)
		}
	}
	if p := table3(false).WinsOver(0, 1); p.Successes != 161 || p.Trials != 500 {
		t.Errorf("simple, which begins, over stubborn: %+v, want 161 of 500", p)
	}
}

func TestAgainstOpponentErrors(t *testing.T) {
	for want, change := range map[string]func(*Summary) string{
		`"nobody" does not take part`:                               func(*Summary) string { return "nobody" },
		"deals are shared (seats)":                                  func(s *Summary) string { s.Deals = SeatDeals; return "simple" },
		"the game has 3 seats: the z-tests need games with 2 seats": func(s *Summary) string { s.Seats = 3; return "simple" },
	} {
		s := table3(true)
		must.Refuse(s.AgainstOpponent(change(s)))(t, want)
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		terms         game.Terms
		games, rounds string
	}{{game.Terms{}, "games", "rounds"}, {game.Terms{Game: "match", Round: "hand"}, "matches", "hands"}, {game.Terms{Game: "hand"}, "hands", "rounds"}} {
		if g, r := c.terms.Games(), c.terms.Rounds(); g != c.games || r != c.rounds {
			t.Errorf("%+v: %s and %s, want %s and %s", c.terms, g, r, c.games, c.rounds)
		}
	}
}
