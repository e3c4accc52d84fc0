package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// What a seat is told at a table is the same at a twin that was set to its position, or whose
// hidden cards were dealt anew, and goes on to be the same. The record agrees with the rules.
func TestTextAndPositions(t *testing.T) {
	for _, config := range []string{
		`{"game":"gin","record":true}`,
		`{"game":"gin","preset":"openspiel","record":true,"opponents":["simple"],"fields":"none"}`,
		`{"game":"indian","preset":"club","rules":{"seats":3},"record":true}`,
		`{"game":"indian","record":true,"opponents":["min-dist"],"autoreset":"disabled"}`,
	} {
		s := open(t, config)
		var plain map[string]any
		must.Do(t, json.Unmarshal([]byte(config), &plain))
		delete(plain, "opponents")
		twin := open(t, string(compact(plain)))
		a, b, src := s.newArrays(), twin.newArrays(), rand.NewPCG(1, 5)
		must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
		must.Do(t, twin.reset([]uint64{1, 0, 1}, nil, b))
		ask := func(s *tables, seat int8, request string) string {
			return string(must.Get(s.text(0, int32(seat), request))(t))
		}
		for k := range 150 {
			p := a.Players[0]
			if p >= 0 && k%3 == 0 {
				relabelled := `{"relabel":"SHCD","names":5,"what":"position"}`
				must.Do(t, twin.place(0, ask(s, p, relabelled), relabelled, uint64(k), b))
				for _, again := range []bool{false, true} {
					for _, request := range []string{`{"history":"all","numbers":true}`, `{"what":"position"}`, `{"what":"events","history":"all"}`, `{"what":"events"}`} {
						if x, y := ask(s, p, request), ask(twin, p, request); x != y || x == "" {
							t.Fatalf("%s, step %d: %s of the twin is\n%s\nnot\n%s", config, k, request, y, x)
						}
					}
					if !again {
						must.Do(t, twin.redeal(0, int32(p), uint64(k)+1, b))
					}
				}
			}
			if p < 0 {
				r := record.NewReader(strings.NewReader(ask(s, 0, `{"what":"record"}`)))
				rec := must.Get(r.Next())(t)
				if !rec.Over() {
					t.Fatalf("%s, step %d: the record has no end", config, k)
				}
				must.Do(t, rec.Play(s.described, nil))
				must.Do(t, s.reset(nil, nil, a))
				continue
			}
			must.Do(t, s.step(randomActions(a, 1, src), nil, a))
		}
		if n := len(must.Get(s.text(0, 0, "{}"))(t)); n < 300 {
			t.Errorf("%s: the text has %d bytes", config, n)
		}
		if text := ask(s, 0, `{"rules":true}`); !strings.HasPrefix(text, strings.TrimSpace(s.rules.Text())+"\n\n") {
			t.Errorf("%s: the text with rules is\n%s", config, text)
		}
		// At a table that was loaded, what happened before is known.
		other := open(t, string(compact(plain)))
		must.Do(t, other.load(twin.save(), b))
		for _, request := range []string{`{"history":"all"}`, `{"what":"record"}`} {
			if is, want := string(must.Get(other.text(0, 0, request))(t)), ask(twin, 0, request); is != want {
				t.Errorf("the text of a loaded table is\n%s\nnot\n%s", is, want)
			}
		}
	}
}

// The information states of a table are those of the events of the game, which are listed from the deal on without a table. python/tests
// reads the file.
func TestInformation(t *testing.T) {
	var lines []byte
	for _, config := range []string{
		`{"game":"gin","preset":"tiny","record":true,"autoreset":"disabled"}`,
		`{"game":"gin","record":true,"autoreset":"disabled"}`,
		`{"game":"indian","preset":"tiny","record":true,"autoreset":"disabled"}`,
		`{"game":"indian","preset":"club","rules":{"seats":3},"record":true,"autoreset":"disabled"}`,
	} {
		s := open(t, config)
		a := s.newArrays()
		must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
		state, tell := s.game.NewState(), record.NewRecorder(s.described)
		s.game.Deal(state, game.DealSource(7, 0))
		events, actions := tell.AppendDeal(nil, state), []game.Action{}
		src := rand.NewPCG(1, 5)
		for a.Players[0] >= 0 && len(actions) < 30 {
			must.Do(t, s.step(randomActions(a, 1, src), nil, a))
			events = append(events, must.Get(tell.AppendMove(nil, state, s.acts[0], 1))(t)...)
			must.Do(t, state.Apply(s.acts[0]))
			actions = append(actions, s.acts[0])
			for p := range int32(s.game.Players()) {
				for _, text := range []bool{false, true} {
					want := record.AppendInformation(nil, game.Player(p), events...)
					if text {
						want = record.AppendInformationText(nil, game.Player(p), events...)
					}
					if got := must.Get(s.information(0, p, text))(t); !bytes.Equal(got, want) {
						t.Fatalf("%s, after %d moves: the information state of seat %d is\n%q\nnot\n%q", config, len(actions), p, got, want)
					}
				}
			}
		}
		states := make([]string, s.game.Players())
		for p := range states {
			states[p] = hex.EncodeToString(must.Get(s.information(0, int32(p), false))(t))
		}
		line := map[string]any{"config": json.RawMessage(config), "seed": 7, "actions": actions, "states": states}
		lines = append(append(lines, compact(line)...), '\n')
	}
	must.Match(t, "testdata/information.jsonl", lines)
}

func TestTextRefuses(t *testing.T) {
	s := open(t, `{"game":"gin"}`)
	a := s.newArrays()
	must.Refuse(s.text(0, 0, "{}"))(t, "reset first")
	must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
	for request, want := range map[string]string{
		`{"what":"poem"}`:      `key "what" is "poem": want text, position, events, record or moves`,
		`{"history":"some"}`:   `history is "some": want since, all or none`,
		`{"relabel":"CDHH"}`:   `relabel is "CDHH": want the four letters CDHS in another order`,
		`{"relabel":"X"}`:      `relabel is "X"`,
		`{"cards":"pictures"}`: `cards are "pictures"`,
		`{"names":-1}`:         `key "names" is a JSON number -1: want a whole number of 64 bits`,
		`{"legal":"no"}`:       `key "legal" is a JSON string: want true or false`,
		`{"what":"events"}`:    `these tables keep no events: open them with record`,
		`{"what":"record"}`:    `these tables keep no events: open them with record`,
		`{"letters":true}`:     `there is no key "letters"`,
	} {
		must.Refuse(s.text(0, 0, request))(t, want)
	}
	must.Refuse(s.information(0, 0, false))(t, "these tables keep no events: open them with record")
	must.Refuse(s.information(0, 2, false))(t, "there is no seat 2")
	must.Refuse(s.text(0, 2, "{}"))(t, "there is no seat 2")
	must.Refuse(s.text(1, 0, "{}"))(t, "there is no table 1")
	position := must.Get(s.text(0, 0, `{"what":"position"}`))(t)
	must.Fail(t, s.place(0, string(position), "{}", 1, a), "member events is null")
	p := open(t, `{"game":"gin","record":true}`)
	must.Do(t, p.reset([]uint64{7, 0, 1}, nil, a))
	position = bytes.Clone(must.Get(p.text(0, 0, `{"what":"position"}`))(t))
	must.Do(t, s.place(0, string(position), "{}", 1, a))
	other := open(t, `{"game":"gin","preset":"openspiel"}`)
	b := other.newArrays()
	must.Do(t, other.reset([]uint64{7, 0, 1}, nil, b))
	must.Fail(t, other.place(0, string(position), "{}", 1, b), "position: it is of GinRummy-v1 with the rules")
}
