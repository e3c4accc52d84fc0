package session_test

import (
	"strings"
	"testing"

	"rummygym/env/gin"
	"rummygym/internal/advice"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// Hints name a legal action, and values from the best on.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		game, rules, adviser, unit string
	}{
		{"indian", "paper", "", advice.Points},
		{"indian", "paper", "learned:standard:head=win", advice.Wins},
		{"indian", "paper", "search:rollouts=20", advice.Points},
		{"indian", "paper hand-size=10", "", ""},
		{"gin", "eaai", "", advice.Points},
		{"gin", "openspiel", "", advice.Points},
		{"gin", "eaai", "sigra", ""},
		{"gin-match", "eaai", "", advice.Wins}, // of the match
		{"gin", "eaai", "search:rollouts=20:goal=win", advice.Wins},
	} {
		t.Run(c.game+" "+c.adviser, func(t *testing.T) {
			r := rules(t, c.game, c.rules)
			s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 4, Adviser: c.adviser})
			valued, outs, discards, sure, melds := 0, 0, 0, 0, 0
			for !s.Over() {
				if !s.Turn() {
					must.Get(s.Advance())(t)
					if _, err := s.Hint(); !s.Turn() && err == nil {
						t.Fatal("a hint where the person is not to move")
					}
					continue
				}
				h := must.Get(s.Hint())(t)
				if again, _ := s.Hint(); again != h {
					t.Fatal("the second hint is another one")
				}
				if legal := s.Legal(); !legal.Has(h.Action) {
					t.Fatalf("the hint %s is not legal", h.Name)
				}
				for i, v := range h.Values {
					if i == 0 && (v.Action != h.Action || v.Behind != 0) {
						t.Fatalf("the hint is %s, and the values begin with %+v", h.Name, v)
					}
					if v.Wins {
						sure++
					}
				}
				if len(h.Values) > 1 {
					valued++
				}
				if o, ok := s.Observe(s.Seat()).(*gin.Observation); ok && (o.Phase == gin.KnockerMelds || o.Phase == gin.DefenderMelds) {
					if melds++; strings.HasPrefix(h.Adviser, "learned") && len(h.Values) > 0 {
						t.Errorf("%s: values %+v, and the network compares no melds", h.Name, h.Values)
					}
				}
				outs += len(h.Outs)
				discards += len(h.Discards)
				if h.Unit != c.unit {
					t.Fatalf("unit %q, want %q", h.Unit, c.unit)
				}
				must.Get(s.Apply(h.Action))(t)
			}
			if s.Outcome().Winner == 1 {
				t.Errorf("with hints the person does not beat a random player: %+v", s.Outcome())
			}
			if c.unit != "" && valued == 0 || outs == 0 || discards == 0 {
				t.Errorf("%d decisions with values, %d outs, %d discards", valued, outs, discards)
			}
			if (melds > 0) != (c.rules == "openspiel") {
				t.Errorf("%d decisions about melds", melds)
			}
			if strings.HasPrefix(c.adviser, "learned") && sure == 0 {
				t.Error("no declaration is known to win")
			}
		})
	}
}
