//go:build unix

package external_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/external"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// recorded returns the record of game number deal between the agents.
func recorded(t *testing.T, g game.Game, deal uint64, seats ...game.Agent) string {
	t.Helper()
	rg := must.Get(record.Of(g))(t)
	table, recorder := agents.NewTable(g), record.NewRecorder(rg)
	table.MaxSteps = 400
	table.Deal(7, deal, seats...)
	events := recorder.AppendDeal(nil, table.State())
	must.Do(t, table.Play(func(d *agents.Decision) (err error) {
		events, err = recorder.AppendMove(events, table.State(), d.Action, d.Probability)
		return err
	}))
	var text []byte
	for i := range events {
		text = append(events[i].AppendJSON(text), '\n')
	}
	return string(text)
}

// TestServedAgentsPlayAlike compares games of every built-in agent, under every preset, with those
// of the same agent served by another process. With -short, one preset of a game has all its agents, the others a third.
func TestServedAgentsPlayAlike(t *testing.T) {
	cases := [][2]string{{"indian", "club seats=3"}}
	deals := uint64(2)
	if testing.Short() {
		deals = 1
	}
	for _, of := range catalog.Games() {
		for _, preset := range of.Presets {
			if of == catalog.GinMatch {
				preset += " max-deals=2"
			}
			cases = append(cases, [2]string{of.Name, preset})
		}
	}
	for i, c := range cases {
		rules := must.Get(catalog.ParseRules(c[0], c[1]))(t)
		g := must.Get(rules.NewGame())(t)
		specs := append(rules.Type().Players().Names(), "search:rollouts=4", "learned:standard")
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			for j, spec := range specs {
				if testing.Short() && (i+j)%3 > 0 { // each agent with every third preset
					continue
				}
				create, _, err := catalog.OpenAgent(rules, spec)
				if err != nil {
					if strings.HasPrefix(spec, "search") || strings.HasPrefix(spec, "learned") || strings.Contains(err.Error(), "was trained with") { // not for three seats or these cards
						continue
					}
					t.Fatal(err)
				}
				p := must.Get(openProgram(rules, specOf(t, "served", spec)))(t)
				var inside, served []game.Agent
				for range g.Players() {
					inside, served = append(inside, create()), append(served, p.New())
				}
				for deal := range deals {
					if got, want := recorded(t, g, deal, served...), recorded(t, g, deal, inside...); got != want {
						t.Errorf("%s, deal %d: served\n%s\nwant\n%s", spec, deal, got, want)
					}
				}
				p.Close()
				if p.Failures() > 0 {
					log, err := os.ReadFile(p.Log())
					t.Errorf("%s: %d failures: %s %v", spec, p.Failures(), log, err)
				}
			}
		})
	}
}

// dialogue returns the lines of an engine for a decision or more of a single hand of Gin Rummy.
func dialogue(t testing.TB, decisions int) []string {
	t.Helper()
	rules := must.Get(catalog.ParseRules("gin", "eaai"))(t)
	g := must.Get(rules.NewGame())(t)
	options := must.Get(json.Marshal(rules))(t)
	line := func(message any) string {
		b := must.Get(json.Marshal(message))(t)
		return string(b)
	}
	lines := []string{line(external.Hello{Type: external.HelloType, Protocol: external.Version, Game: "gin", Rules: options, Seats: 2})}
	s, r := g.NewState(), record.NewRecorder(g.(record.Game))
	g.Deal(s, game.DealSource(1, 0))
	events := r.AppendDeal(nil, s)
	for len(lines) <= decisions {
		p := s.Current()
		var legal game.Mask
		s.Legal(&legal)
		if p == 0 {
			q := external.Act{Type: external.ActType, Seat: 0, Milliseconds: 1000}
			if len(lines) == 1 {
				q.Seed = "5"
			}
			for a := range legal.Each() {
				q.Legal = append(q.Legal, g.ActionString(a))
			}
			var seen []record.Event
			for i := range events {
				if e, ok := events[i].SeenBy(0); ok {
					seen = append(seen, e)
				}
			}
			q.Events, events = json.RawMessage(line(seen)), nil
			lines = append(lines, line(q))
		}
		a := legal.Nth(legal.Count() - 1)
		events = must.Get(r.AppendMove(events, s, a, 1))(t)
		must.Do(t, s.Apply(a))
	}
	return append(lines, line(external.End{Type: external.EndType, Table: 0, Gains: []int{5, -5}}))
}

// serve returns what the agent simple answers to lines.
func serve(lines ...string) (string, error) {
	var out bytes.Buffer
	err := catalog.ServeAgent(strings.NewReader(strings.Join(lines, "\n")), &out, "simple", 4)
	return out.String(), err
}

func TestServeRefuses(t *testing.T) {
	lines := dialogue(t, 3)
	hello, first, second, end := lines[0], lines[1], lines[2], lines[4]
	change := func(line, old, next string) string {
		t.Helper()
		if !strings.Contains(line, old) {
			t.Fatalf("the line %s has no %s", line, old)
		}
		return strings.Replace(line, old, next, 1)
	}
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{`{`}, `line 1: "{\n" is not JSON`},
		{[]string{`[1]`}, "line 1: "},
		{[]string{"\xff"}, "line 1: "},
		{[]string{first}, `line 1: the first message is "act": want hello`},
		{[]string{change(hello, `"protocol":1`, `"protocol":2`)}, "line 1: the protocol is 2, want 1"},
		{[]string{change(hello, `"gin"`, `"rook"`)}, `"rook" is not a game`},
		{[]string{change(hello, `"gin-bonus":`, `"gin-bonuses":`)}, "rules: option gin-bonus is missing"},
		{[]string{hello, hello}, "line 2: a second hello"},
		{[]string{hello, `{"type":"bye"}`}, `line 2: the type "bye" is not known: want hello, act or end`},
		{[]string{hello, change(first, `"table":0`, `"table":4`)}, "the table is 4, want 0 to 3"},
		{[]string{hello, change(end, `"table":0`, `"table":-1`)}, "the table is -1, want 0 to 3"},
		{[]string{hello, change(first, `"seat":0`, `"seat":2`)}, "table 0: the seat is 2, want 0 to 1"},
		{[]string{hello, change(first, `"seat":0`, `"seat":1`)}, "table 0: events: "},
		{[]string{hello, change(first, `"seed":"5"`, `"seed":"five"`)}, `table 0: a game begins with the seed "five"`},
		{[]string{hello, second}, `table 0: a game begins with the seed ""`},
		{[]string{hello, first, first}, "line 3: table 0: there is a seed within a game"},
		{[]string{hello, first, change(second, `"seat":0`, `"seat":1`)}, "the seat is 1, want 0 as at the first decision"},
		{[]string{hello, first, second, second}, "line 4: table 0: events: event 1 "},
		{[]string{hello, change(first, `"type":"deal"`, `"type":"dea"`)}, `"dea" is not one of events, did you mean "deal"`},
		{[]string{hello, change(first, `"events":[`, `"events":{"x":[`)}, "line 2: "},
		{[]string{hello, change(first, `"legal":[`, `"legal":["meld",`)}, `the action "meld" is not legal by the rules`},
		{[]string{hello, change(first, `"legal":["`, `"legal":[],"x":["`)}, "the list of legal actions is empty"},
		{[]string{hello, change(first, `"seat":0`, `"seat":0,"seat":1`)}, `"seat" is there twice`},
		{[]string{hello, change(first, `"starter":0`, `"starter":0,"starter":1`)}, `"starter" is there twice`},
	} {
		_, err := serve(append(c.lines, "")...)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%s: error %v, want %q", c.lines[len(c.lines)-1], err, c.want)
		}
	}
	must.Refuse(serve(hello, first))(t, "the input ends within it")
	must.Refuse(serve(strings.Repeat(" ", 1<<25)))(t, "line 1: it has more than")
	for _, tables := range []int{0, 1025} {
		must.Fail(t, catalog.ServeAgent(strings.NewReader(""), nil, "simple", tables), fmt.Sprint(tables))
	}
}

// FuzzServe sends lines to a served agent, which must not panic, and answers with messages only.
func FuzzServe(f *testing.F) {
	lines := dialogue(f, 4)
	f.Add([]byte(strings.Join(lines, "\n") + "\n"))
	f.Add([]byte(lines[0] + "\n" + lines[2]))
	f.Add([]byte(lines[1]))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, _ := serve(string(data))
		for line := range strings.Lines(out) {
			var m external.Move
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Type != external.HelloType && m.Type != external.ActType {
				t.Errorf("the answer %q: %v", line, err)
			}
		}
	})
}
