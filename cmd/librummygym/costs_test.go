package main

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// The costs are those of the legal moves, follow from what the seat knows alone, and change no table.
func TestCosts(t *testing.T) {
	for _, config := range []string{
		`{"game":"gin","preset":"openspiel"}`,
		`{"game":"gin","preset":"classic"}`,
		`{"game":"indian"}`,
		`{"game":"indian","rules":{"seats":3}}`,
	} {
		s, twin := open(t, config), open(t, config)
		a, b, src := s.newArrays(), twin.newArrays(), rand.NewPCG(1, 5)
		must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
		different := 0
		for k := range 22 {
			p := game.Player(a.Players[0])
			if p < 0 {
				break
			}
			if k == 2 || k == 21 {
				saved := s.save()
				request := `{"rollouts":100}`
				data := must.Get(s.costs(0, request))(t)
				if !bytes.Equal(s.save(), saved) {
					t.Fatalf("%s, step %d: costs changed the table", config, k)
				}
				must.Do(t, twin.load(saved, b))
				must.Do(t, twin.redeal(0, int32(p), uint64(k), b))
				if again := must.Get(twin.costs(0, request))(t); !bytes.Equal(again, data) {
					t.Errorf("%s, step %d: with other hidden cards the costs are\n%s\nnot\n%s", config, k, again, data)
				}
				if other := must.Get(s.costs(0, `{"rollouts":100,"seed":9}`))(t); !bytes.Equal(other, data) {
					different++
				}
				var got moveCosts
				must.Do(t, json.Unmarshal(data, &got))
				legal := game.Mask{}
				best := got.Moves[0]
				for _, m := range got.Moves {
					legal.Set(m.Action)
					if cost, win := best.Points-m.Points, best.Chance-m.Chance; math.Abs(cost-m.Cost) > 1e-6 || math.Abs(win-m.Win) > 1e-6 || m.CostErr < 0 {
						t.Errorf("%s, step %d: action %d costs %v and %v, and its values are %v and %v less", config, k, m.Action, m.Cost, m.Win, cost, win)
					}
				}
				var want game.Mask
				s.vector.Table(0).Legal(&want)
				if legal != want || got.Deals < 32 {
					t.Errorf("%s, step %d: the costs of %s", config, k, data)
				}
			}
			must.Do(t, s.step(randomActions(a, 1, src), nil, a))
		}
		if different == 0 {
			t.Errorf("%s: the seed changes nothing", config)
		}
	}
}

// By chance of winning the best move may be another one. Judges are kept up to a number.
func TestCostsByGoalAndAgent(t *testing.T) {
	s := open(t, `{"game":"gin","record":true}`)
	a, src := s.newArrays(), rand.NewPCG(3, 3)
	must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
	for range 9 {
		must.Do(t, s.step(randomActions(a, 1, src), nil, a))
	}
	if n := len(s.decided(0, game.Player(a.Players[0]))); n < 3 || n > 6 {
		t.Errorf("the seat made %d of 9 decisions", n)
	}
	for _, request := range []string{
		`{}`, `{"rollouts":2000}`, `{"rollouts":100}`, `{"goal":"win"}`, `{"goal":"win","rollouts":100}`, `{"agent":"simple"}`, `{"agent":"simple","rollouts":200}`,
		`{"agent":"stubborn"}`, `{"agent":"sigra","rollouts":100}`, `{"rollouts":101}`,
	} {
		var got moveCosts
		must.Do(t, json.Unmarshal(must.Get(s.costs(0, request))(t), &got))
		if len(got.Moves) == 0 || got.Moves[0].Cost != 0 || got.Moves[0].Win != 0 || len(s.judges) > maxJudges {
			t.Errorf("%s: %+v with %d judges", request, got, len(s.judges))
		}
	}
}

func TestCostsRefuses(t *testing.T) {
	s := open(t, `{"game":"gin"}`)
	a, src := s.newArrays(), rand.NewPCG(3, 3)
	must.Refuse(s.costs(0, "{}"))(t, "reset first")
	must.Do(t, s.reset([]uint64{7, 0, 1}, nil, a))
	for request, want := range map[string]string{
		`{"goal":"fun"}`:       `request: key "goal" is "fun": want points or win`,
		`{"rollouts":99}`:      `request: key "rollouts" is 99: want 100 to 1000000, or 0 for the default`,
		`{"rollouts":1000001}`: `key "rollouts" is 1000001`,
		`{"agent":"nobody"}`:   `request: key "agent": `,
		`{"agents":"simple"}`:  `there is no key "agents"`,
		`{"seed":-1}`:          `key "seed"`,
	} {
		must.Refuse(s.costs(0, request))(t, want)
	}
	must.Refuse(s.costs(1, "{}"))(t, "there is no table 1")
	for a.Players[0] >= 0 {
		must.Do(t, s.step(randomActions(a, 1, src), nil, a))
	}
	must.Refuse(s.costs(0, "{}"))(t, "table 0 is over")
}
