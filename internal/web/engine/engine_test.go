package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/web/engine"
)

// do asks the engine and returns the last answer.
func do(t *testing.T, e *engine.Engine, format string, arguments ...any) (a engine.Answer) {
	t.Helper()
	e.Do(t.Context(), fmt.Appendf(nil, format, arguments...), func(data []byte) {
		a = engine.Answer{}
		if err := json.Unmarshal(data, &a); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
	})
	return a
}

// good is do for a request that must succeed.
func good(t *testing.T, e *engine.Engine, format string, arguments ...any) engine.Answer {
	t.Helper()
	a := do(t, e, format, arguments...)
	if a.Error != "" {
		t.Fatalf(format+": %s", append(arguments, a.Error)...)
	}
	return a
}

// finish plays the first choice until the game is over, and returns the number of events that it was told.
func finish(t *testing.T, e *engine.Engine, s *engine.State) (last *engine.State, events int) {
	t.Helper()
	for events = s.From + len(s.Events); s.Mover != nil; events += len(s.Events) {
		if s.Turn {
			s = good(t, e, `{"do":"play","action":%d}`, s.Choices[0].Action).State
		} else {
			s = good(t, e, `{"do":"advance"}`).State
		}
		if s.From != events {
			t.Fatalf("the events begin at %d, want %d", s.From, events)
		}
	}
	return s, events
}

func TestGames(t *testing.T) {
	for _, table := range []string{
		`"game":"indian","agents":["min-dist"]`,
		`"game":"indian","rules":"club seats=3","agents":["min-dist","random"],"seat":2`,
		`"game":"gin","rules":"openspiel","agents":["sigra"]`,
		`"game":"gin-match","rules":"classic target=10","agents":["simple"],"practice":true`,
	} {
		e := engine.New(engine.Config{})
		s := good(t, e, `{"do":"new","seed":"5",%s}`, table).State
		if s.Seat == nil || s.Number != 0 || len(s.Events) == 0 {
			t.Fatalf("%s: the state is %+v", table, s)
		}
		last, events := finish(t, e, s)
		if len(last.Results) != 1 || len(last.Results[0].Gains) != len(last.Names) || last.Players[0] != "human" {
			t.Errorf("%s: the results are %+v", table, last.Results)
		}
		quoted := must.Get(json.Marshal(good(t, e, `{"do":"records"}`).Records))(t)
		if why := good(t, e, `{"do":"why","records":%s}`, quoted).Why; len(why) == 0 {
			t.Errorf("%s: the scores of the game are not explained", table)
		}
		next := good(t, e, `{"do":"next"}`).State
		if next.From != 0 || next.Number != 1 || *next.Seat == *s.Seat {
			t.Errorf("%s: the next game is %+v", table, next)
		}
		text := good(t, e, `{"do":"records"}`).Records
		r := record.NewReader(strings.NewReader(text))
		first, err := r.Next()
		if err != nil || !first.Over() || len(first.Events) < events {
			t.Errorf("%s: the record has %d events, the person was told %d; error %v", table, len(first.Events), events, err)
		}
		e.Close()
	}
}

func TestResume(t *testing.T) {
	e, other := engine.New(engine.Config{}), engine.New(engine.Config{})
	defer e.Close()
	defer other.Close()
	s := good(t, e, `{"do":"new","game":"gin","rules":"openspiel","agents":["sigra"],"seed":"3","practice":true}`).State
	for range 12 {
		if s.Turn {
			s = good(t, e, `{"do":"play","action":%d}`, s.Choices[0].Action).State
		} else {
			s = good(t, e, `{"do":"advance"}`).State
		}
	}
	quoted := must.Get(json.Marshal(good(t, e, `{"do":"records"}`).Records))(t)
	again := good(t, other, `{"do":"resume","records":%s,"practice":true}`, quoted).State
	if again.From != 0 || len(again.Events) != s.From+len(s.Events) || len(again.Choices) != len(s.Choices) {
		t.Errorf("%d events and %d choices, want %d and %d", len(again.Events), len(again.Choices), s.From+len(s.Events), len(s.Choices))
	}
	finish(t, e, s)
	finish(t, other, again)
	if a, b := good(t, e, `{"do":"records"}`).Records, good(t, other, `{"do":"records"}`).Records; a != b {
		t.Error("the games go on differently")
	}
	// Records can name no agent that the page cannot, and a refused table leaves the one that is.
	for old, bad := range map[string]string{`sigra`: "exec:{touch /tmp/x}", `"sigra"`: `"learned:/etc/passwd.safetensors@0123456789ab"`} {
		text := strings.ReplaceAll(good(t, e, `{"do":"records"}`).Records, old, bad)
		q := must.Get(json.Marshal(text))(t)
		if a := do(t, other, `{"do":"resume","records":%s}`, q); !strings.Contains(a.Error, "not one of the list") {
			t.Errorf("%s: error %q", bad, a.Error)
		}
	}
	if s := good(t, other, `{"do":"next"}`).State; s.Number != 1 {
		t.Errorf("the table is at game %d, want 1", s.Number)
	}
}

func TestRefused(t *testing.T) {
	e := engine.New(engine.Config{})
	defer e.Close()
	for request, want := range map[string]string{
		`{"do":"play"}`:     "there is no table",
		`{`:                 "unexpected end",
		`{"do":"new"}`:      "is not a game",
		`{"do":3}`:          "cannot unmarshal",
		`{"do":"catalogs"}`: "there is no table",
		`{"do":"new","game":"indian","agents":["exec:/bin/sh"]}`:                         "there is no agent",
		`{"do":"new","game":"indian","agents":["learned:/etc/passwd.safetensors"]}`:      "there is no agent",
		`{"do":"new","game":"indian","adviser":"search:belief={learned:x.safetensors}"}`: "there is no agent",
		`{"do":"new","game":"indian","agents":["random"],"seed":"-1"}`:                   "want a whole number",
		`{"do":"new","game":"indian","agents":["random","random"]}`:                      "2 agents are named: want 1",
		`{"do":"new","game":"indian","rules":"club seats=77"}`:                           "seats",
		`{"do":"new","game":"indian","agents":["random"],"seat":9}`:                      "want a seat of the table",
		`{"do":"resume","records":"x"}`:                                                  "",
	} {
		if a := do(t, e, "%s", request); a.Error == "" || !strings.Contains(a.Error, want) || a.State != nil {
			t.Errorf("%s: error %q, want %q", request, a.Error, want)
		}
	}
	s := good(t, e, `{"id":7,"do":"new","game":"indian","agents":["random"]}`).State
	for _, request := range []string{`{"id":4,"do":"play","action":-1}`, `{"id":4,"do":"play","action":30000}`, `{"id":4,"do":"undo"}`, `{"id":4,"do":"next"}`, `{"id":4,"do":"fly"}`} {
		if a := do(t, e, "%s", request); a.Error == "" || a.ID != 4 {
			t.Errorf("%s: %+v", request, a)
		}
	}
	if again := good(t, e, `{"do":"play","action":%d}`, s.Choices[0].Action).State; again.From != len(s.Events) {
		t.Errorf("the events begin at %d, want %d", again.From, len(s.Events))
	}
	good(t, e, `{"do":"leave"}`)
	if a := do(t, e, `{"do":"records"}`); a.Error == "" {
		t.Error("a table that was left has records")
	}
}

// Weights are loaded when the first agent needs them, and what fails then is an error.
func TestLoad(t *testing.T) {
	var loads []string
	var fail error
	e := engine.New(engine.Config{Load: func(name string) error { loads = append(loads, name); return fail }, Agents: map[string][]string{"gin": {"simple:ties=highest"}}})
	defer e.Close()
	good(t, e, `{"do":"catalog"}`)
	good(t, e, `{"do":"new","game":"gin","agents":["simple:ties=highest"]}`)
	if len(loads) != 0 {
		t.Error("weights were loaded for an agent without any")
	}
	fail = errors.New("no connection")
	if a := do(t, e, `{"do":"new","game":"indian","agents":["learned:standard"]}`); !strings.Contains(a.Error, "no connection") {
		t.Errorf("error %q", a.Error)
	}
	fail = nil
	good(t, e, `{"do":"new","game":"indian","agents":["learned:standard"]}`)
	good(t, e, `{"do":"hint"}`)
	good(t, e, `{"do":"new","game":"indian","rules":"club seats=4","agents":["learned:standard"]}`)
	good(t, e, `{"do":"new","game":"indian","agents":["learned:standard"]}`)
	if want := []string{"standard.safetensors", "standard.safetensors", "belief.safetensors", "standard-seats.safetensors", "belief-seats.safetensors"}; !slices.Equal(loads, want) {
		t.Errorf("loaded %v, want %v", loads, want)
	}
}

// Every level of the catalog plays, and a table of levels goes on from its records.
func TestLevels(t *testing.T) {
	e := engine.New(engine.Config{})
	for _, g := range good(t, e, `{"do":"catalog"}`).Catalog.Games {
		for _, l := range g.Levels {
			s := good(t, e, `{"do":"new","seed":"5","game":%q,"agents":[%q]}`, g.Name, l.Spec).State
			for i := 0; i < 6 && s.Mover != nil; i++ {
				if s.Turn {
					s = good(t, e, `{"do":"play","action":%d,"learn":%t}`, s.Choices[0].Action, i == 0).State
				} else {
					s = good(t, e, `{"do":"advance"}`).State
				}
			}
			records := good(t, e, `{"do":"records"}`).Records
			good(t, e, `{"do":"resume","records":%q}`, records)
		}
	}
}

// A lesson needs no agents; a wrong choice is no error, and says why.
func TestLesson(t *testing.T) {
	e := engine.New(engine.Config{})
	defer e.Close()
	for _, g := range good(t, e, `{"do":"catalog"}`).Catalog.Games {
		if want := map[bool]int{false: 3}[g.Match]; g.Lessons != want {
			t.Errorf("%s has %d lessons, want %d", g.Title, g.Lessons, want)
		}
	}
	s := good(t, e, `{"do":"new","game":"indian","lesson":3}`).State
	if s.Lesson == nil || s.Lesson.Number != 3 || s.Lesson.Of != 3 || !strings.HasSuffix(s.Lesson.Text, "Draw, or drop?") || s.Lesson.Said != "" {
		t.Fatalf("the lesson is %+v", s.Lesson)
	}
	for _, c := range s.Choices {
		now := good(t, e, `{"do":"play","action":%d}`, c.Action).State
		if drops := c.Type == record.Drop; now.Lesson.Wrong == drops || now.Lesson.Said == "" || (now.Mover == nil) != drops {
			t.Errorf("after %q the lesson says %+v", c.Text, now.Lesson)
		}
		if now.Mover == nil {
			break
		}
	}
	if a := do(t, e, `{"do":"new","game":"indian","rules":"club seats=4","lesson":1}`); !strings.Contains(a.Error, "2 hands are dealt, want 4") {
		t.Errorf("a lesson for four: %q", a.Error)
	}
	if s := good(t, e, `{"do":"new","game":"gin"}`).State; s.Lesson != nil {
		t.Errorf("a game teaches: %+v", s.Lesson)
	}
}
