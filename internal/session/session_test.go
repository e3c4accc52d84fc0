package session_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// rules returns rules by name and text.
func rules(t testing.TB, name, text string) catalog.Rules {
	t.Helper()
	return must.Get(catalog.ParseRules(name, text))(t)
}

// player is a scripted person, who plays as an agent does.
type player struct{ game.Agent }

// script returns the scripted person of a game.
func script(t testing.TB, r catalog.Rules) player {
	t.Helper()
	create, _ := must.Get2(catalog.OpenAgent(r, r.Type().DefaultOpponent()))(t)
	return player{create()}
}

// choose returns the person's move.
func (p player) choose(s *session.Session) game.Action {
	legal := s.Legal()
	p.Reset(uint64(len(s.Events()))) // ties fall the same way after an interruption
	a, _ := p.Act(s.Observe(s.Seat()), &legal)
	return a
}

// step makes the next move of the game, and returns what the person sees.
func (p player) step(t testing.TB, s *session.Session) (events []record.Event) {
	t.Helper()
	var err error
	if s.Turn() {
		events, err = s.Apply(p.choose(s))
	} else {
		events, err = s.Advance()
	}
	must.Do(t, err)
	return events
}

// finish plays to the end of the game.
func (p player) finish(t testing.TB, s *session.Session) {
	t.Helper()
	for !s.Over() {
		p.step(t, s)
	}
}

func open(t testing.TB, c session.Config) *session.Session {
	t.Helper()
	s := must.Get(session.New(c))(t)
	t.Cleanup(s.Close)
	return s
}

// records parses the records of a session.
func records(t testing.TB, s *session.Session) (all []*record.Record) {
	t.Helper()
	for r := record.NewReader(bytes.NewReader(s.Records())); ; {
		g, err := r.Next()
		if err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
}

// A person plays two games under every preset, and more than two seats.
func TestWholeGames(t *testing.T) {
	type table struct{ game, rules string }
	tables := []table{{"indian", "club seats=3"}, {"indian", "club seats=6"}, {"indian", "paper hand-size=10"}, {"gin", "eaai"}, {"indian-match", "pool-201 seats=4 rejoins=1 split=agreed"}}
	for _, g := range catalog.Games() {
		for _, p := range g.Presets {
			tables = append(tables, table{g.Name, p})
		}
	}
	for _, c := range tables {
		t.Run(c.game+" "+c.rules, func(t *testing.T) {
			r := rules(t, c.game, c.rules)
			other := r.Type().DefaultOpponent()
			s := open(t, session.Config{Rules: r, Agents: []string{other}, Seat: 1, Seed: 11})
			p := script(t, r)
			n := s.Game().Players()
			for number := range 2 {
				if number > 0 {
					must.Do(t, s.Next())
				}
				if want := game.Player((1 + number) % n); s.Seat() != want || s.PlayerAt(want) != 0 || s.Number() != number {
					t.Fatalf("game %d: the person sits at %d, want %d", s.Number(), s.Seat(), want)
				}
				seen := s.Events()
				for !s.Over() {
					if s.Turn() {
						legal := s.Legal()
						choices := s.Choices()
						for _, x := range choices {
							if !legal.Has(x.Action) || x.Type == "" {
								t.Fatalf("choice %+v of legal actions %v", x, legal)
							}
						}
						if len(choices) != legal.Count() {
							t.Fatalf("%d choices of %d actions", len(choices), legal.Count())
						}
					}
					seen = append(seen, p.step(t, s)...)
				}
				rec := records(t, s)[number]
				g := must.Get(record.Of(s.Game()))(t)
				if err := rec.Play(g, nil); err != nil || !rec.Over() {
					t.Fatalf("the record is over: %v; %v", rec.Over(), err)
				}
				if view := rec.View(s.Seat()).Events; !sameEvents(view, seen) || !sameEvents(view, s.Events()) {
					t.Fatal("the events that the person saw are not those of the view of the record")
				}
			}
			results := s.Results()
			if len(results) != 2 {
				t.Fatalf("%d results, want 2", len(results))
			}
			for _, x := range results {
				sum := 0
				for _, g := range x.Gains {
					sum += g
				}
				if sum != 0 || len(x.Gains) != n || x.Winner >= 0 && x.Gains[x.Winner] < 0 || x.Practice {
					t.Errorf("result %+v", x)
				}
			}
			if o := s.Outcome(); results[1].Gains[0] != o.Gains[s.Seat()] {
				t.Errorf("the sheet says %d for the person, the game %d", results[1].Gains[0], o.Gains[s.Seat()])
			}
		})
	}
}

// The hands of a race say what each added to the probability of winning the match: in all they lead from that of 0 against 0 to 1 or 0.
func TestHandsAreWorth(t *testing.T) {
	r := rules(t, "gin-match", "eaai")
	s := open(t, session.Config{Rules: r, Agents: []string{"simple"}, Seat: 1, Seed: 3})
	p := script(t, r)
	starters := map[bool]bool{}
	for number := range 4 {
		if number > 0 {
			must.Do(t, s.Next())
		}
		starts := s.Events()[0].Starter == s.Seat()
		starters[starts] = true
		p.finish(t, s)
		chance := catalog.MatchValues(r).Win(0, 0, starts)
		result := s.Results()[number]
		for i, h := range result.Hands {
			if chance += *h.Worth; chance < -1e-9 || chance > 1+1e-9 || h.Scored[0]-h.Scored[1] >= 10 && *h.Worth <= 0 { // the loser starts the next hand
				t.Fatalf("game %d: after hand %d, worth %v, the probability is %v", number, i, *h.Worth, chance)
			}
		}
		if won := result.Winner == 0; won != (math.Abs(chance-1) < 1e-9) || !won && math.Abs(chance) > 1e-9 {
			t.Errorf("game %d: won %t, the probability at the end is %v", number, won, chance)
		}
	}
	if len(starters) != 2 {
		t.Error("the person starts in all games or none")
	}
}

func sameEvents(a, b []record.Event) bool {
	return slices.EqualFunc(a, b, func(x, y record.Event) bool { return bytes.Equal(x.AppendJSON(nil), y.AppendJSON(nil)) })
}

// A session of agents has the games of a table with that seed.
func TestAgentsPlayAsAtATable(t *testing.T) {
	r := rules(t, "indian", "club seats=3")
	specs := []string{"min-dist", "random", "min-dist-opp"}
	s := open(t, session.Config{Rules: r, Agents: specs, Seat: game.NoPlayer, Seed: 5})
	g := must.Get(r.NewGame())(t)
	var seats []game.Agent
	for _, spec := range specs {
		a := must.Get(catalog.NewAgent(spec, g))(t)
		seats = append(seats, a)
	}
	for number := range 3 {
		if number > 0 {
			must.Do(t, s.Next())
			seats = append(seats[2:], seats[:2]...)
		}
		player{}.finish(t, s)
		table := agents.NewTable(g)
		table.Deal(5, uint64(number), seats...)
		must.Do(t, table.Play(nil))
		if s.Outcome() != table.State().Outcome() {
			t.Errorf("game %d: %+v, at the table %+v", number, s.Outcome(), table.State().Outcome())
		}
		for p := range game.Player(3) {
			s.Observe(p) // everyone may be looked at
		}
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(path))(t)
}

func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	r := rules(t, "indian", "club seats=3")
	path := filepath.Join(dir, "games.jsonl")
	for want, c := range map[string]session.Config{
		"no rules":                   {},
		"seat 3: want":               {Rules: r, Seat: 3},
		"3 agents are named: want 2": {Rules: r, Agents: []string{"random", "random", "random"}},
		`no agent "sigra"`:           {Rules: r, Agents: []string{"sigra"}},
		"adviser: ":                  {Rules: r, Adviser: "nobody"},
		"no such file or directory":  {Rules: r, Path: filepath.Join(dir, "none", "games.jsonl")},
	} {
		if s, err := session.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
			if s != nil {
				s.Close()
			}
		}
	}
	s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 2, Path: path})
	must.Refuse(session.Resume(session.Config{Path: path}))(t, path)
	if _, err := s.Apply(999); err == nil {
		t.Error("an action that does not exist is applied")
	}
	var illegal *game.IllegalAction
	if _, err := s.Apply(50); !errors.As(err, &illegal) {
		t.Errorf("an illegal action: %v", err)
	}
	if err := s.Next(); err == nil {
		t.Error("the next game before the end of this one")
	}
	if _, err := s.Advance(); err == nil {
		t.Error("an agent moves at the person's turn")
	}
	before := read(t, path)
	s.Close()
	must.Refuse(session.New(session.Config{Rules: r, Path: path}))(t, "already exists")
	if !bytes.Equal(read(t, path), before) {
		t.Error("the file that exists was changed")
	}
	again := open(t, session.Config{Rules: r, Path: path, Replace: true, Seed: 9})
	if bytes.Equal(read(t, path), before) {
		t.Error("the file was not replaced")
	}
	must.Do(t, os.RemoveAll(dir))
	var unsaved *session.UnsavedError
	if _, err := again.Apply(again.Choices()[0].Action); !errors.As(err, &unsaved) {
		t.Errorf("a file that cannot be written: %v", err)
	}
	if len(again.Events()) < 2 {
		t.Error("the move that was not saved is lost")
	}
}

// Every move of an agent that takes a pause shows the person something: a decision that the
// person does not see, such as not to knock, is no move of its own.
func TestAdvanceHidesPrivateDecisions(t *testing.T) {
	r := rules(t, "gin", "eaai")
	p := script(t, r)
	hidden := 0
	for seed := range uint64(20) {
		s := open(t, session.Config{Rules: r, Agents: []string{"sigra"}, Seed: seed})
		for !s.Over() {
			agent := !s.Turn()
			if events := p.step(t, s); agent && len(events) == 0 {
				t.Fatalf("seed %d: a move of an agent shows nothing, after %d events", seed, len(s.Events()))
			}
		}
		rec := must.Get(record.NewReader(bytes.NewReader(s.Records())).Next())(t)
		for i := range rec.Events {
			if rec.Events[i].Private && rec.Events[i].Seat != s.Seat() {
				hidden++
			}
		}
	}
	if hidden == 0 {
		t.Error("no agent had a private decision: the test has proven nothing")
	}
}
