package session_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rummygym"
	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/session"
)

// rules returns rules by name and text.
func rules(t testing.TB, name, text string) rummygym.Rules {
	t.Helper()
	r, err := rummygym.ParseRules(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// player is a scripted person, who plays as an agent does.
type player struct{ game.Agent }

// script returns the scripted person of a game.
func script(t testing.TB, r rummygym.Rules) player {
	t.Helper()
	spec := "min-dist"
	if r.Type() == rummygym.Gin {
		spec = "simple"
	}
	create, _, err := rummygym.OpenAgent(r, spec)
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
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
	s, err := session.New(c)
	if err != nil {
		t.Fatal(err)
	}
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
	tables := []table{{"indian", "club seats=3"}, {"indian", "club seats=6"}, {"indian", "paper hand-size=10"}, {"gin", "eaai episode=hand"}}
	for _, g := range rummygym.Games() {
		for _, p := range g.Presets {
			tables = append(tables, table{g.Name, p})
		}
	}
	for _, c := range tables {
		t.Run(c.game+" "+c.rules, func(t *testing.T) {
			r := rules(t, c.game, c.rules)
			other := "min-dist-opp"
			if c.game == "gin" {
				other = "simple"
			}
			s := open(t, session.Config{Rules: r, Agents: []string{other}, Seat: 1, Seed: 11})
			p := script(t, r)
			n := s.Game().Players()
			for number := range 2 {
				if number > 0 {
					if err := s.Next(); err != nil {
						t.Fatal(err)
					}
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
				g, err := record.Of(s.Game())
				if err != nil {
					t.Fatal(err)
				}
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

func sameEvents(a, b []record.Event) bool {
	return slices.EqualFunc(a, b, func(x, y record.Event) bool { return bytes.Equal(x.AppendJSON(nil), y.AppendJSON(nil)) })
}

// A session of agents has the games of a table with that seed.
func TestAgentsPlayAsAtATable(t *testing.T) {
	r := rules(t, "indian", "club seats=3")
	specs := []string{"min-dist", "random", "min-dist-opp"}
	s := open(t, session.Config{Rules: r, Agents: specs, Seat: game.NoPlayer, Seed: 5})
	g, err := r.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	var seats []game.Agent
	for _, spec := range specs {
		a, err := rummygym.NewAgent(spec, g)
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, a)
	}
	for number := range 3 {
		if number > 0 {
			if err := s.Next(); err != nil {
				t.Fatal(err)
			}
			seats = append(seats[2:], seats[:2]...)
		}
		player{}.finish(t, s)
		table := agents.NewTable(g)
		table.Deal(5, uint64(number), seats...)
		if err := table.Play(nil); err != nil {
			t.Fatal(err)
		}
		if s.Outcome() != table.State().Outcome() {
			t.Errorf("game %d: %+v, at the table %+v", number, s.Outcome(), table.State().Outcome())
		}
		for p := range game.Player(3) {
			s.Observe(p) // everyone may be looked at
		}
	}
}

// After a kill at any move, a session goes on to the same bytes.
func TestResume(t *testing.T) {
	for _, c := range []struct {
		game, rules, agents string
		every               int
	}{
		{"indian", "club seats=3", "min-dist-opp,random", 13},
		{"gin", "classic target=40", "sigra", 53},
		{"gin", "openspiel", "simple", 11},
	} {
		t.Run(c.game, func(t *testing.T) {
			dir := t.TempDir()
			path, killed := filepath.Join(dir, "games.jsonl"), filepath.Join(dir, "killed.jsonl")
			r := rules(t, c.game, c.rules)
			config := session.Config{Rules: r, Agents: strings.Split(c.agents, ","), Seat: 1, Seed: 3, Path: path}
			s := open(t, config)
			p := script(t, r)
			var stages [][]byte
			for number := range 2 {
				if number > 0 {
					if err := s.Next(); err != nil {
						t.Fatal(err)
					}
				}
				stages = append(stages, read(t, path))
				for !s.Over() {
					p.step(t, s)
					stages = append(stages, read(t, path))
				}
			}
			want := stages[len(stages)-1]
			resumed := 0
			for i := 0; i < len(stages); i += c.every {
				if err := os.WriteFile(killed, stages[i], 0o644); err != nil {
					t.Fatal(err)
				}
				again, err := session.Resume(session.Config{Path: killed})
				if err != nil {
					t.Fatalf("after %d moves: %v", i, err)
				}
				p := script(t, r)
				for p.finish(t, again); again.Number() == 0; p.finish(t, again) {
					if err := again.Next(); err != nil {
						t.Fatal(err)
					}
				}
				again.Close()
				if got := read(t, killed); !bytes.Equal(got, want) {
					t.Fatalf("after a kill at move %d the games are others:\n%s", i, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
				}
				resumed++
			}
			if resumed < 3 {
				t.Errorf("resumed %d times: the games are short", resumed)
			}
		})
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestUndo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	r := rules(t, "indian", "")
	s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 8, Practice: true, Path: path})
	if err := s.Undo(); err == nil || !strings.Contains(err.Error(), "no move") {
		t.Errorf("undo before a move: %v", err)
	}
	p := script(t, r)
	type moment struct {
		events []record.Event
		view   string
	}
	var before []moment // at each decision of the person
	for !s.Over() {
		if s.Turn() {
			before = append(before, moment{s.Events(), fmt.Sprint(s.Observe(s.Seat()))})
		}
		p.step(t, s)
	}
	whole := s.Events()
	for i := len(before) - 1; i >= 0; i-- { // back to the deal
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		if !s.Turn() || !sameEvents(s.Events(), before[i].events) || fmt.Sprint(s.Observe(s.Seat())) != before[i].view {
			t.Fatalf("undo to decision %d is another moment", i)
		}
	}
	p = script(t, r)
	p.finish(t, s)
	if !sameEvents(s.Events(), whole) {
		t.Error("the same moves after undo give another game")
	}
	if rec := records(t, s)[0]; rec.Seats[0] != "human:practice" || !s.Results()[0].Practice {
		t.Errorf("seats %q: the record is not marked", rec.Seats)
	}
	s.Close()
	again, err := session.Resume(session.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Undo(); err != nil {
		t.Errorf("a practice game goes on as one: %v", err)
	}
	p.finish(t, again)
	if err := again.Next(); err != nil {
		t.Fatal(err)
	}
	if rec := records(t, again); rec[0].Seats[0] != "human:practice" || rec[1].Seats[1] != "human" {
		t.Errorf("seats %q and %q: only the first game is marked", rec[0].Seats, rec[1].Seats)
	}
	serious := open(t, session.Config{Rules: r, Seed: 8})
	if err := serious.Undo(); err == nil || !strings.Contains(err.Error(), "practice only") {
		t.Errorf("undo without practice: %v", err)
	}
}

// Whatever the person is shown stays the same when the cards that it cannot know are dealt anew.
func TestNothingLeaks(t *testing.T) {
	for _, c := range []struct{ game, rules, other string }{
		{"indian", "paper", "min-dist-opp"},
		{"indian", "club seats=4", "min-dist"},
		{"gin", "eaai episode=hand", "sigra"},
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
	f, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// shown returns all that a front end can show of a moment.
func shown(t testing.TB, s *session.Session) string {
	t.Helper()
	h, err := s.Hint()
	if err != nil {
		t.Fatal(err)
	}
	hint, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	w := s.NewWords()
	var events []string
	for _, e := range s.Events() {
		events = append(events, w.Event(&e)...)
	}
	hand, err := json.Marshal(session.Arrange(s.Rules().Type(), s.Observe(s.Seat())))
	if err != nil {
		t.Fatal(err)
	}
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

// Hints name a legal action, and values from the best on.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		game, rules, adviser, unit string
	}{
		{"indian", "paper", "", session.Points},
		{"indian", "paper", "learned:standard:head=win", session.Wins},
		{"indian", "paper", "search:rollouts=20", session.Points},
		{"indian", "paper hand-size=10", "", ""},
		{"gin", "eaai episode=hand", "", ""},
		{"gin", "eaai episode=hand", "search:rollouts=20:goal=win", session.Wins},
	} {
		t.Run(c.game+" "+c.adviser, func(t *testing.T) {
			r := rules(t, c.game, c.rules)
			s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 4, Adviser: c.adviser})
			valued, outs, discards, sure := 0, 0, 0, 0
			for !s.Over() {
				if !s.Turn() {
					if _, err := s.Advance(); err != nil {
						t.Fatal(err)
					}
					if _, err := s.Hint(); !s.Turn() && err == nil {
						t.Fatal("a hint where the person is not to move")
					}
					continue
				}
				h, err := s.Hint()
				if err != nil {
					t.Fatal(err)
				}
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
				outs += len(h.Outs)
				discards += len(h.Discards)
				if h.Unit != c.unit {
					t.Fatalf("unit %q, want %q", h.Unit, c.unit)
				}
				if _, err := s.Apply(h.Action); err != nil {
					t.Fatal(err)
				}
			}
			if s.Outcome().Winner == 1 {
				t.Errorf("with hints the person does not beat a random player: %+v", s.Outcome())
			}
			if c.unit != "" && valued == 0 || outs == 0 || discards == 0 {
				t.Errorf("%d decisions with values, %d outs, %d discards", valued, outs, discards)
			}
			if strings.HasPrefix(c.adviser, "learned") && sure == 0 {
				t.Error("no declaration is known to win")
			}
		})
	}
}

func TestDefaultAgents(t *testing.T) {
	for text, want := range map[[2]string]string{
		{"indian", "paper"}:             "learned:standard",
		{"indian", "club"}:              "learned:standard",
		{"gin", "eaai"}:                 "sigra",
		{"gin", "openspiel"}:            "sigra",
		{"indian", "released"}:          "learned:standard",
		{"indian", "club hand-size=10"}: "min-dist-outs",
	} {
		if got := session.DefaultAgent(rules(t, text[0], text[1])); got != want {
			t.Errorf("%v: %s, want %s", text, got, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	r := rules(t, "indian", "club seats=3")
	path := filepath.Join(dir, "games.jsonl")
	for want, c := range map[string]session.Config{
		"no rules":                  {},
		"seat 3: want":              {Rules: r, Seat: 3},
		"3 agents are named for 2":  {Rules: r, Agents: []string{"random", "random", "random"}},
		`no agent "sigra"`:          {Rules: r, Agents: []string{"sigra"}},
		"adviser: ":                 {Rules: r, Adviser: "nobody"},
		"no such file or directory": {Rules: r, Path: filepath.Join(dir, "none", "games.jsonl")},
	} {
		if s, err := session.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
			if s != nil {
				s.Close()
			}
		}
	}
	s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 2, Path: path})
	if _, err := session.Resume(session.Config{Path: path}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("two sessions of one file: %v", err)
	}
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
	if _, err := session.New(session.Config{Rules: r, Path: path}); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a file that exists: %v", err)
	}
	if !bytes.Equal(read(t, path), before) {
		t.Error("the file that exists was changed")
	}
	again := open(t, session.Config{Rules: r, Path: path, Replace: true, Seed: 9})
	if bytes.Equal(read(t, path), before) {
		t.Error("the file was not replaced")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	var unsaved *session.UnsavedError
	if _, err := again.Apply(again.Choices()[0].Action); !errors.As(err, &unsaved) {
		t.Errorf("a file that cannot be written: %v", err)
	}
	if len(again.Events()) < 2 {
		t.Error("the move that was not saved is lost")
	}
}

// Files that are not of this session are refused with the line.
func TestResumeRefuses(t *testing.T) {
	r := rules(t, "indian", "")
	s := open(t, session.Config{Rules: r, Agents: []string{"min-dist"}, Seed: 2})
	p := script(t, r)
	for range 9 {
		p.step(t, s)
	}
	good := string(s.Records())
	swap := func(old, new string) string {
		t.Helper()
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in %s", old, good)
		}
		return strings.Replace(good, old, new, 1)
	}
	path := filepath.Join(t.TempDir(), "games.jsonl")
	for _, c := range []struct{ data, want string }{
		{"", "the file has no game"},
		{"{}\n", "line 1"},
		{swap(`"min-dist"`, `"random"`), "it is not the agent that played"},
		{swap(`"min-dist"`, `"nobody"`), `no agent "nobody"`},
		{swap(`"min-dist"`, `"human"`), "plays at seat 1"},
		{swap(`,"origin":{"seed":"2","deal":0}`, ""), "does not name the seed"},
		{swap(`"deal":0}`, `"deal":1}`), "line 1: field origin"},
		{swap(`"type":"discard"`, `"type":"drop"`), "line "},
		{good + good, "another game follows"},
	} {
		if err := os.WriteFile(path, []byte(c.data), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := session.Resume(session.Config{Path: path})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("error %v does not say %q", err, c.want)
		}
		if s != nil {
			t.Error("an error, and a session")
		}
	}
	if err := os.WriteFile(path, []byte(good), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := session.Resume(session.Config{Path: path, Agents: []string{"min-dist"}})
	if err != nil {
		t.Fatalf("the file is still locked: %v", err)
	}
	defer again.Close()
	if !reflect.DeepEqual(again.Players(), []string{"human", "min-dist"}) {
		t.Errorf("players %q", again.Players())
	}
	if _, err := session.Resume(session.Config{Path: filepath.Join(t.TempDir(), "none.jsonl")}); err == nil {
		t.Error("a file that does not exist")
	}
}
