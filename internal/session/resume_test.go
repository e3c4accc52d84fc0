package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/options"
	"rummygym/internal/session"
)

// After a kill at any move, a session goes on to the same bytes.
func TestResume(t *testing.T) {
	for _, c := range []struct {
		game, rules, agents string
		every               int
	}{
		{"indian", "club seats=3", "min-dist-opp,random", 23},
		{"gin-match", "classic target=10", "sigra", 19},
		{"gin", "openspiel", "simple", 11},
		{"gin", "openspiel", "mix:{simple,sigra}", 11},
	} {
		t.Run(c.game, func(t *testing.T) {
			dir := t.TempDir()
			path, killed := filepath.Join(dir, "games.jsonl"), filepath.Join(dir, "killed.jsonl")
			r := rules(t, c.game, c.rules)
			config := session.Config{Rules: r, Agents: must.Get(options.Items(c.agents))(t), Seat: 1, Seed: 3, Path: path}
			s := open(t, config)
			p := script(t, r)
			var stages [][]byte
			for number := range 2 {
				if number > 0 {
					must.Do(t, s.Next())
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
				must.Do(t, os.WriteFile(killed, stages[i], 0o644))
				named := session.Config{Path: killed}
				if spec.IsMix(c.agents) {
					named.Agents = config.Agents
				}
				again, err := session.Resume(named)
				if err != nil {
					t.Fatalf("after %d moves: %v", i, err)
				}
				p := script(t, r)
				for p.finish(t, again); again.Number() == 0; p.finish(t, again) {
					must.Do(t, again.Next())
				}
				again.Close()
				if got := read(t, killed); !bytes.Equal(got, want) {
					t.Fatalf("after a kill at move %d the games are others:\n%s", i, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
				}
				resumed++
			}
			for number, rec := range records(t, s) {
				want := c.agents
				if spec.IsMix(want) {
					create, _, err := catalog.OpenAgent(r, want)
					must.Do(t, err)
					mix := create()
					mix.Reset(game.AgentSeed(3, uint64(number), 1-session.ReviewedSeats(rec)[0]))
					want = agents.Playing(mix, "")
				}
				if c.game == "gin" && !slices.Contains(rec.Seats, want) {
					t.Errorf("game %d: the players are %v, want %s among them", number, rec.Seats, want)
				}
			}
			if resumed < 3 {
				t.Errorf("resumed %d times: the games are short", resumed)
			}
		})
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
		must.Do(t, os.WriteFile(path, []byte(c.data), 0o644))
		s, err := session.Resume(session.Config{Path: path})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("error %v does not say %q", err, c.want)
		}
		if s != nil {
			t.Error("an error, and a session")
		}
	}
	must.Do(t, os.WriteFile(path, []byte(good), 0o644))
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
