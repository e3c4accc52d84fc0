package session_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// Every level keeps its name at the table, beside another of the same level too. Who only watches sees the agents.
func TestLevelsKeepTheirNames(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, l := range g.Levels {
			want := strings.ToUpper(l.Name[:1]) + l.Name[1:]
			s := open(t, session.Config{Rules: rules(t, g.Name, ""), Agents: []string{l.Agent}})
			if words := s.NewWords(); words.Names[1] != want {
				t.Errorf("%s: %s sits at the table as %q, want %q", g.Name, l.Agent, words.Names[1], want)
			}
		}
	}
	level := must.Get(catalog.LevelOf(rules(t, "indian", ""), "easy"))(t)
	s := open(t, session.Config{Rules: rules(t, "indian", "club seats=3"), Agents: []string{level.Agent}})
	if got := s.NewWords().Names[1:]; !slices.Equal(got, []string{"Easy", "Easy 2"}) {
		t.Errorf("two of a level are called %q", got)
	}
	s = open(t, session.Config{Rules: rules(t, "indian", ""), Agents: []string{"min-score"}, Seat: game.NoPlayer})
	if got := s.NewWords().Names; !slices.Equal(got, []string{"min-score", "min-score 2"}) {
		t.Errorf("agents that are watched are called %q", got)
	}
}

// Who drops or knocks is asked first, and the score of every deal of a pool says why each player pays.
func TestQuestionsAndReasons(t *testing.T) {
	asked := map[record.Type]int{}
	for _, c := range []struct {
		game, rules string
		seed        uint64
	}{{"gin", "eaai", 1}, {"gin", "eaai", 2}, {"gin", "eaai", 3}, {"gin", "eaai", 5}, {"gin", "eaai", 6}, {"indian-match", "pool-101 seats=3", 4}} {
		r := rules(t, c.game, c.rules)
		s, p := open(t, session.Config{Rules: r, Agents: []string{r.Type().DefaultOpponent()}, Seed: c.seed}), script(t, r)
		words := s.NewWords()
		scores := 0
		for !s.Over() {
			for _, x := range s.Choices() {
				if words.Asks(s.Game(), s.Observe(s.Seat()), &x) != "" {
					asked[x.Type]++
				}
			}
			for _, e := range p.step(t, s) {
				if e.Type != record.Score || c.game == "gin" {
					continue
				}
				scores++
				for seat, n := range e.Scored {
					if n > 0 {
						if got := words.Why(&e); !slices.ContainsFunc(got, func(line string) bool {
							return strings.HasPrefix(line, words.Name(game.Player(seat))+" pay") && strings.Contains(line, ": ")
						}) {
							t.Errorf("hand %d: %s adds %d, and the reasons are %q", e.Hand, words.Name(game.Player(seat)), n, got)
						}
					}
				}
			}
		}
		if c.game != "gin" && scores < 2 {
			t.Errorf("%d deals of a pool were scored", scores)
		}
	}
	if asked[record.Knock] == 0 || asked[record.Drop] == 0 || asked[record.Draw] > 0 || asked[record.Discard] > 0 {
		t.Errorf("these choices are asked: %v, want knocks and drops", asked)
	}
}
