package session_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/session"
)

// Whatever the person is shown stays the same when the cards that it cannot know are dealt anew.
func TestNothingLeaks(t *testing.T) {
	for _, c := range []struct{ game, rules, other string }{
		{"indian", "paper", "min-dist-opp"},
		{"indian", "club seats=4", "min-dist"},
		{"gin", "eaai", "sigra"},
		{"gin", "openspiel", "simple"},
	} {
		t.Run(c.game+" "+c.rules, func(t *testing.T) {
			r := rules(t, c.game, c.rules)
			hidden := 0
			for seed := range uint64(3) {
				s := open(t, session.Config{Rules: r, Agents: []string{c.other}, Seed: seed})
				p := script(t, r)
				for n := uint64(0); !s.Over(); n++ {
					if n%5 == 0 && s.Turn() {
						a, b := fork(t, s), fork(t, s)
						b.Redeal(100*seed + n)
						if fmt.Sprint(a.State()) != fmt.Sprint(b.State()) {
							hidden++
						}
						if x, y := shown(t, a), shown(t, b); x != y {
							t.Fatalf("seed %d, move %d: with other hidden cards the person is shown\n%s\nnot\n%s", seed, n, y, x)
						}
					}
					p.step(t, s)
				}
			}
			if hidden < 3 {
				t.Errorf("%d moments with hidden cards: this test has seen nothing", hidden)
			}
		})
	}
}

func fork(t testing.TB, s *session.Session) *session.Session {
	t.Helper()
	f := must.Get(s.Fork())(t)
	t.Cleanup(f.Close)
	return f
}

// shown returns all that a front end can show of a moment.
func shown(t testing.TB, s *session.Session) string {
	t.Helper()
	h := must.Get(s.Hint())(t)
	hint := must.Get(json.Marshal(h))(t)
	w := s.NewWords()
	var events []string
	for _, e := range s.Events() {
		events = append(events, w.Event(&e)...)
	}
	hand := must.Get(json.Marshal(s.Hand(s.Observe(s.Seat()))))(t)
	return fmt.Sprintln(s.Observe(s.Seat()), s.Choices(), s.Legal(), string(hint), string(hand), s.Outcome(), events)
}

func TestOtherSeatsAreHidden(t *testing.T) {
	s := open(t, session.Config{Rules: rules(t, "indian", ""), Seed: 1})
	defer func() {
		if recover() == nil {
			t.Error("the person can observe another seat")
		}
	}()
	s.Observe(1)
}
