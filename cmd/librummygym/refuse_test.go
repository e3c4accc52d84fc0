package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/internal/must"
)

// mustRefuse reports a test error unless err has the status and contains the words.
func mustRefuse(t *testing.T, what string, err error, want status, words string) {
	t.Helper()
	if statusOf(err) != want || err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: status %d, %v; want %d with %q", what, statusOf(err), err, want, words)
	}
}

func TestConfigErrorsNameTheKey(t *testing.T) {
	for config, words := range map[string]string{
		``:                                  "config: not a JSON object",
		`[]`:                                "config: a JSON array: want an object",
		`{"game":"gin"}{}`:                  "more text after the JSON object",
		`{"game":"gin","gane":1}`:           `no key "gane"`,
		`{"preset":"eaai"}`:                 `key "game" is missing`,
		`{"game":"bridge"}`:                 `key "game": "bridge" is not a game`,
		`{"game":5}`:                        `key "game" is a JSON number: want a string`,
		`{"game":"gin","preset":"paper"}`:   `key "rules": preset`,
		`{"game":"gin","rules":{"sets":1}}`: `key "rules": option sets is not known`,
		`{"game":"gin","rules":{"knock-limit":1.5}}`:              `option knock-limit: "1.5"`,
		`{"game":"gin","rules":{"knock-limit":-3}}`:               `key "rules"`,
		`{"game":"gin","fields":"hat"}`:                           `key "fields": "hat"`,
		`{"game":"gin","fields":""}`:                              `key "fields"`,
		`{"game":"gin","dtype":"int8"}`:                           `key "dtype": "int8" is not known: want float32 or uint8`,
		`{"game":"gin","form":"rows"}`:                            `key "form": "rows" is not known: want "flat", "scaled", "cards" or "actions"`,
		`{"game":"gin","form":"cards","fields":"counts"}`:         `key "form": encoder: no field has an entry for each card`,
		`{"game":"gin","form":"actions","fields":"melds"}`:        `key "fields": "melds" is not a group of fields`,
		`{"game":"gin","dtype":"uint8","fields":"macros,belief"}`: `key "dtype": not all fields are whole numbers of 0 or more: hit_count, belief, discard_risk: leave them out`,
		`{"game":"gin","num_envs":0}`:                             `key "num_envs": 0 tables`,
		`{"game":"gin","num_envs":1e9}`:                           `key "num_envs"`,
		`{"game":"gin","num_envs":2.5}`:                           `key "num_envs" is a JSON number 2.5: want a whole number`,
		`{"game":"gin","opponents":5}`:                            `key "opponents" is a JSON number: want an array`,
		`{"game":"gin","rules":[]}`:                               `key "rules" is a JSON array: want an object`,
		`{"game":"gin","gamma":"1"}`:                              `key "gamma" is a JSON string: want a number`,
		`{"game":"gin","seat":2}`:                                 `key "seat": there is no seat 2: want 0 to 1`,
		`{"game":"gin","seating":"wild"}`:                         `seating "wild"`,
		`{"game":"gin","opponents":[]}`:                           `key "opponents": 0 opponents`,
		`{"game":"gin","opponents":["min-dist"]}`:                 `key "opponents"`,
		`{"game":"gin","opponents":["simple:ties=x"]}`:            `key "opponents"`,
		`{"game":"gin","autoreset":"later"}`:                      `key "autoreset": "later"`,
		`{"game":"gin","workers":-1}`:                             `key "workers" is -1`,
		`{"game":"gin","max_steps":-1}`:                           `key "max_steps" is -1`,
		`{"game":"gin","reward_scale":0}`:                         `key "reward_scale" is 0`,
		`{"game":"gin","potential":"min-dist"}`:                   `key "potential"`,
		`{"game":"gin","potential_scale":0}`:                      `key "potential_scale" is 0`,
		`{"game":"gin","gamma":1.5}`:                              `key "gamma" is 1.5`,
	} {
		_, err := openTables(config)
		mustRefuse(t, "open "+config, err, statusInvalid, words)
		_, err = describe(config)
		mustRefuse(t, "describe "+config, err, statusInvalid, words)
	}
}

func TestWrongArguments(t *testing.T) {
	s := open(t, `{"game":"gin","num_envs":3,"autoreset":"same-step","opponents":["simple"]}`)
	a := s.newArrays()
	view := make([]float32, s.size)
	acts := []int64{0, 0, 0}
	mustRefuse(t, "step first", s.step(acts, nil, a), statusInvalid, "reset first")
	mustRefuse(t, "observe first", s.observe(0, 0, view), statusInvalid, "reset first")
	_, err := s.show(0, 0)
	mustRefuse(t, "show first", err, statusInvalid, "reset first")
	mustRefuse(t, "reset without a run", s.reset(nil, nil, a), statusInvalid, "seed")
	mustRefuse(t, "chosen first", s.reset(make([]uint64, 9), []byte{1, 0, 0}, a), statusInvalid, "reset all first")
	mustRefuse(t, "runs", s.reset(make([]uint64, 8), nil, a), statusInvalid, "array runs has 8 entries: want N × 3 = 3 × 3")
	must.Do(t, s.reset(make([]uint64, 9), nil, a))
	before := string(s.save())
	mustRefuse(t, "chosen", s.reset(nil, []byte{1, 1}, a), statusInvalid, "array chosen has 2 entries: want N = 3")
	mustRefuse(t, "actions", s.step(acts[:2], nil, a), statusInvalid, "array actions has 2 entries: want N = 3")
	for name, spoil := range map[string]func(*arrays){
		"observations": func(a *arrays) { a.Observations = a.Observations[1:] },
		"final":        func(a *arrays) { a.Final = a.Final[:5] },
		"masks":        func(a *arrays) { a.Masks = nil },
		"rewards":      func(a *arrays) { a.Rewards = a.Rewards[:3] },
		"terminated":   func(a *arrays) { a.Terminated = nil },
		"truncated":    func(a *arrays) { a.Truncated = append(a.Truncated, false) },
		"players":      func(a *arrays) { a.Players = a.Players[:1] },
		"learners":     func(a *arrays) { a.Learners = a.Learners[:1] },
	} {
		bad := *a
		spoil(&bad)
		mustRefuse(t, name, s.step(acts, nil, &bad), statusInvalid, "array "+name+" has")
		mustRefuse(t, name, s.reset(make([]uint64, 9), nil, &bad), statusInvalid, "array "+name+" has")
		mustRefuse(t, name, s.load(s.save(), &bad), statusInvalid, "array "+name+" has")
		mustRefuse(t, name, s.deal(0, "AS", 0, &bad), statusInvalid, "array "+name+" has")
	}
	for _, x := range []int64{-2, 65535, 1 << 40, 240, 241} {
		mustRefuse(t, "action", s.step([]int64{x, x, x}, nil, a), statusIllegal, "table 0")
	}
	for _, c := range []struct {
		table int64
		seat  int32
		n     int
		words string
	}{{3, 0, 1, "no table 3"}, {-2, 0, 1, "no table -2"}, {0, 2, 1, "no seat 2"}, {0, -2, 1, "no seat -2"}, {0, 0, 2, "want tables × seats × L = 1 × 1 ×"}, {-1, -1, 5, "= 3 × 2 ×"}} {
		mustRefuse(t, "observe", s.observe(c.table, c.seat, make([]float32, c.n*s.size)), statusInvalid, c.words)
	}
	for _, c := range []struct {
		table int64
		seat  int32
	}{{3, 0}, {-1, 0}, {0, 2}, {0, -2}} {
		_, err := s.show(c.table, c.seat)
		mustRefuse(t, "show", err, statusInvalid, "there is no")
	}
	if string(s.save()) != before {
		t.Error("a refused call changed the tables")
	}
	blind := open(t, `{"game":"gin","fields":"none"}`)
	mustRefuse(t, "observe without fields", blind.observe(0, 0, nil), statusInvalid, `fields "none"`)
}

func TestLoadRefuses(t *testing.T) {
	s := open(t, `{"game":"gin"}`)
	a := s.newArrays()
	must.Do(t, s.reset([]uint64{1, 2, 3}, nil, a))
	data := s.save()
	for n := range data {
		mustRefuse(t, "truncated data", s.load(data[:n], a), statusInvalid, "")
	}
	other := open(t, `{"game":"gin","rules":{"knock-limit":9}}`)
	mustRefuse(t, "data of other rules", other.load(data, other.newArrays()), statusInvalid, "from tables with another configuration")
	quick := open(t, `{"game":"gin","workers":1}`)
	if err := quick.load(data, quick.newArrays()); err != nil {
		t.Errorf("data of another number of workers: %v", err)
	}
}

// The status of an error follows from its type or sentinel.
func TestStatusOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want status
	}{
		{nil, statusOK},
		{errors.New("odd"), statusInvalid},
		{env.ErrEpisodeOver, statusIllegal},
		{env.ErrPolicy, statusInternal},
		{&fault{statusBusy, ""}, statusBusy},
		{guard(func() error { panic("x") }), statusInternal},
		{guard(func() error { return nil }), statusOK},
	} {
		must.Equal(t, statusOf(c.err), c.want, "%v: status", c.err)
	}
}

// The description is JSON and complete: defaults of every option, offsets of every
// field.
func TestDescribe(t *testing.T) {
	data := must.Get(describe("{}"))(t)
	var list gameList
	if err := json.Unmarshal(data, &list); err != nil || len(list.Games) != 4 || list.ABI != abi {
		t.Fatalf("the games: %v, %d", err, len(list.Games))
	}
	for _, g := range list.Games {
		for _, o := range g.Options {
			if len(o.Defaults) != len(g.Presets) || o.Doc == "" {
				t.Errorf("option %s of %s: %+v", o.Name, g.Name, o)
			}
		}
		if len(g.Agents) == 0 || len(g.Fields) == 0 || len(g.Endings) == 0 {
			t.Errorf("%s: %+v", g.Name, g)
		}
	}
	for _, config := range configs {
		data := must.Get(describe(config))(t)
		var d describedTables
		must.Do(t, json.Unmarshal(data, &d))
		s, size := open(t, config), 0
		for _, f := range d.Observation {
			n := 1
			for _, x := range f.Shape {
				n *= x
			}
			if f.Offset != size || f.Size != n || f.Doc == "" || f.Low > f.High {
				t.Errorf("%s: field %+v, want offset %d and size %d", config, f, size, n)
			}
			size += n
		}
		if size != s.size || d.Size != size || len(d.Actions) != s.game.NumActions() || d.Seats != s.game.Players() || d.Workers < 1 {
			t.Errorf("%s: %d entries, %d actions, %d seats, %d workers", config, d.Size, len(d.Actions), d.Seats, d.Workers)
		}
	}
}
