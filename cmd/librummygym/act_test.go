package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// Wrong arguments of agent and act are refused, and an agent moves nothing.
func TestAct(t *testing.T) {
	var lib library
	s := open(t, `{"game":"gin","num_envs":3}`)
	h := lib.add(s)
	a := s.newArrays()
	agent := func(text string) (n int64, err error) {
		err = lib.use(h, func(t *tables) error { n, err = t.agent(text); return err })
		return n, err
	}
	act := func(agent int64, seed *uint64, chosen []byte, actions []int64) error {
		return lib.use(h, func(t *tables) error { return t.act(agent, seed, chosen, actions) })
	}
	n, err := agent("simple")
	if err != nil || n != 0 {
		t.Fatalf("agent %d: %v", n, err)
	}
	actions := []int64{7, 7, 7}
	mustRefuse(t, "act", act(0, nil, nil, actions), statusInvalid, "act before the first reset")
	must.Do(t, s.reset(make([]uint64, 9), nil, a))
	before := s.save()
	_, err = agent("min-dist")
	mustRefuse(t, "agent", err, statusInvalid, "min-dist")
	mustRefuse(t, "act", act(1, nil, nil, actions), statusInvalid, "there is no agent 1")
	mustRefuse(t, "act", act(-1, nil, nil, actions), statusInvalid, "there is no agent -1")
	mustRefuse(t, "act", act(0, nil, nil, actions[:2]), statusInvalid, "array actions has 2 entries: want N = 3")
	mustRefuse(t, "act", act(0, nil, []byte{1}, actions), statusInvalid, "array chosen has 1 entries")
	if !slices.Equal(actions, []int64{7, 7, 7}) {
		t.Fatalf("actions %v after errors", actions)
	}
	seed := uint64(5)
	if err := act(0, &seed, []byte{1, 0, 1}, actions); err != nil || actions[1] != 7 || actions[0] == 7 || actions[2] == 7 {
		t.Fatalf("actions %v: %v", actions, err)
	}
	if !slices.Equal(s.save(), before) {
		t.Error("an agent that was asked has moved the tables")
	}
}

// An agent that is told the events of its seat answers as one that is asked at the table.
func TestAnswer(t *testing.T) {
	s := open(t, `{"game":"gin","record":true,"autoreset":"disabled"}`)
	a, actions, told, decisions := s.newArrays(), make([]int64, 1), [2]int{}, 0
	must.Get(s.agent("sigra"))(t)
	ask := func(message map[string]any) string { return string(must.Get(s.answer(0, string(compact(message))))(t)) }
	for seed := range uint64(5) {
		must.Do(t, s.reset([]uint64{seed, 0, 1}, nil, a))
		for told = [2]int{}; a.Players[0] >= 0; decisions++ {
			must.Do(t, s.act(0, nil, nil, actions))
			seat := int(a.Players[0])
			var events []json.RawMessage
			var legal []string
			must.Do(t, json.Unmarshal(must.Get(s.text(0, int32(seat), `{"what":"events","history":"all"}`))(t), &events))
			must.Do(t, json.Unmarshal(must.Get(s.text(0, int32(seat), `{"what":"moves"}`))(t), &legal))
			q := map[string]any{"type": "act", "table": 7 * seat, "seat": seat, "events": events[told[seat]:], "legal": legal, "ms": 0}
			if told[seat] == 0 {
				q["seed"] = strconv.FormatUint(seed, 10)
			}
			told[seat] = len(events)
			var m struct{ Action string }
			must.Do(t, json.Unmarshal([]byte(ask(q)), &m))
			must.Equal(t, m.Action, s.game.ActionString(game.Action(actions[0])), "seed %d, seat %d, event %d", seed, seat, len(events))
			must.Do(t, s.step(actions, nil, a))
		}
		for seat, n := range told {
			if n > 0 {
				must.Equal(t, ask(map[string]any{"type": "end", "table": 7 * seat, "gains": nil}), "", "seat %d", seat)
			}
		}
	}
	if decisions < 50 {
		t.Errorf("%d decisions", decisions)
	}
	for message, want := range map[string]string{
		`{"type":"hello"}`: "want act or end", `{`: "is not JSON", `{"type":"end","table":1024,"gains":null}`: "the table is 1024, want 0 to 1023",
	} {
		_, err := s.answer(0, message)
		mustRefuse(t, message, err, statusInvalid, want)
	}
	_, err := s.answer(1, "")
	mustRefuse(t, "answer", err, statusInvalid, "there is no agent 1")
}

// A call that is interrupted leaves tables that refuse all calls until they are reset or loaded. An
// agent that is interrupted leaves the tables as they are.
func TestInterrupted(t *testing.T) {
	var lib library
	s := open(t, `{"game":"gin","num_envs":4,"opponents":["search:rollouts=1000000"]}`)
	h := lib.add(s)
	a := s.newArrays()
	use := func(call func() error) error { return lib.use(h, func(*tables) error { return call() }) }
	reset := func() error {
		return lib.mend(h, func(t *tables) error { return t.reset(make([]uint64, 3*t.Tables), nil, a) })
	}
	s.stop = func() bool { return true }
	err := reset()
	for err == nil { // until an opponent has a decision that it searches
		actions := make([]int64, s.Tables)
		for i := range actions {
			legal := a.Masks[i*s.game.NumActions() : (i+1)*s.game.NumActions()]
			actions[i] = int64(slices.Index(legal, 1))
		}
		err = use(func() error { return s.step(actions, nil, a) })
	}
	mustRefuse(t, "step", err, statusInterrupted, "interrupted")
	for what, call := range map[string]func() error{
		"step":             func() error { return s.step(make([]int64, s.Tables), nil, a) },
		"reset of a table": func() error { return s.reset(nil, []byte{1, 0, 0, 0}, a) },
		"show":             func() error { _, err := s.show(0, catalog.Onlooker); return err },
		"deal":             func() error { return s.deal(0, "AS", 1, a) },
	} {
		mustRefuse(t, what, use(call), statusInterrupted, "reset all tables, or load a saved state")
	}
	mustRefuse(t, "reset of a table", lib.mend(h, func(t *tables) error { return t.reset(nil, []byte{1, 0, 0, 0}, a) }), statusInterrupted, "reset all")

	free := open(t, `{"game":"gin","num_envs":2}`)
	free.stop = s.stop
	h = lib.add(free)
	out := free.newArrays()
	must.Do(t, free.reset(make([]uint64, 6), nil, out))
	must.Get(free.agent("search:rollouts=1000000"))(t)
	for err = nil; err == nil; {
		actions := make([]int64, free.Tables)
		if err = use(func() error { return free.act(0, nil, nil, actions) }); err == nil {
			err = use(func() error { return free.step(actions, nil, out) })
		}
	}
	mustRefuse(t, "act", err, statusInterrupted, "the tables have not changed")
	if _, err := free.show(0, catalog.Onlooker); err != nil {
		t.Error(err)
	}
}
