package env_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// randomActions fills actions with a random legal action for each table that needs one.
func randomActions(v *env.Vector, actions []game.Action, src rand.Source) {
	for i := range actions {
		var legal game.Mask
		v.Table(i).Legal(&legal)
		actions[i] = game.NoAction
		if n := legal.Count(); n > 0 {
			actions[i] = legal.Nth(int(card.Below(src, uint64(n))))
		}
	}
}

// TestVectorSave checks that a vector restored in the middle of its episodes continues
// like the first, in every mode, with and without opponents, for any number of workers.
func TestVectorSave(t *testing.T) {
	const n = 5
	for _, s := range settings(t) {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Disabled} {
			for _, opponents := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/%v", s.name, mode, opponents), func(t *testing.T) {
					cfg := env.VectorConfig{
						Config:    env.Config{Encoder: s.encoder, Potential: s.potential, MaxSteps: 40},
						Places:    env.Places{Seating: env.Alternating},
						Autoreset: mode, Workers: 2,
					}
					if opponents {
						for range s.game.Players() - 1 {
							cfg.Opponents = append(cfg.Opponents, func() game.Agent { return s.newRandom() })
						}
					}
					v := newVector(t, s.game, n, cfg)
					cfg.Workers = 1
					twin := newVector(t, s.game, n, cfg)
					if err := twin.Restore(v.Save(), twin.NewArrays()); err != nil {
						t.Fatalf("before the first reset: %v", err)
					}
					out, copied := v.NewArrays(), v.NewArrays()
					must.Do(t, v.Reset(7, out))
					src, actions := rand.NewPCG(1, 2), make([]game.Action, n)
					for k := range 120 {
						if k%17 == 0 {
							saved := v.Save()
							if err := twin.Restore(saved, copied); err != nil {
								t.Fatalf("step %d: %v", k, err)
							}
							if !reflect.DeepEqual(twin.Save(), saved) {
								t.Fatalf("step %d: the restored vector saves otherwise", k)
							}
							for i := range n {
								mustEqual(t, "restored table", v.Table(i), twin.Table(i))
							}
							if !reflect.DeepEqual(copied.Observations, out.Observations) || !reflect.DeepEqual(copied.Masks, out.Masks) || !reflect.DeepEqual(copied.Players, out.Players) {
								t.Fatalf("step %d: the rows of the restored vector are different", k)
							}
						}
						if k%29 == 28 {
							chosen := []bool{true, false, true, false, false}
							must.Do(t, errors.Join(v.ResetTables(chosen, out), twin.ResetTables(chosen, copied)))
						}
						randomActions(v, actions, src)
						clear(copied.Final)
						clear(out.Final)
						if err := errors.Join(v.Step(actions, out), twin.Step(actions, copied)); err != nil {
							t.Fatalf("step %d: %v", k, err)
						}
						mustMatch(t, fmt.Sprintf("step %d", k), copied, out)
						for i := range n {
							if v.Learner(i) != twin.Learner(i) {
								t.Fatalf("step %d: the learner of table %d is different", k, i)
							}
						}
					}
				})
			}
		}
	}
}

// TestVectorRestoreRefuses checks that tables that cannot be restored give an error that names the place, and change nothing.
func TestVectorRestoreRefuses(t *testing.T) {
	s := settings(t)[1]
	v := newVector(t, s.game, 2, env.VectorConfig{Autoreset: env.Disabled})
	out, actions := v.NewArrays(), make([]game.Action, 2)
	must.Do(t, v.Reset(3, out))
	for k := range 9 {
		for i := range actions {
			var legal game.Mask
			v.Table(i).Legal(&legal)
			if actions[i] = indian.DrawStock; k%2 == 1 {
				actions[i] = legal.Nth(0) // a discard
			}
		}
		must.Do(t, v.Step(actions, out))
	}
	saved := v.Save()
	changed := func(change func(h *game.History)) []env.Saved {
		bad := slices.Clone(saved)
		bad[1].History = bad[1].History.Clone()
		change(&bad[1].History)
		return bad
	}
	for text, bad := range map[string][]env.Saved{
		"3 tables are saved, want 2": append(slices.Clone(saved), saved[0]),
		"table 1: action 3 of 9":     changed(func(h *game.History) { h.Actions[2] = game.NoAction }),
		"table 1: indian: the deck":  changed(func(h *game.History) { h.Deck = []card.Card{card.None} }),
		"table 1: action 1 of 9":     changed(func(h *game.History) { h.Actions[0] = indian.DiscardOf(card.Joker) }),
	} {
		must.Fail(t, v.Restore(bad, out), text)
		if !reflect.DeepEqual(v.Save(), saved) {
			t.Errorf("%s: the tables have changed", text)
		}
	}
	v.Close()
	mustPanic(t, "env: use of a closed Vector", func() { _ = v.Restore(saved, out) })
}

// TestVectorRestoreAgents checks that agents that choose otherwise than those that were saved give an error, which names the action.
func TestVectorRestoreAgents(t *testing.T) {
	s := settings(t)[1]
	one := func(create func() game.Agent) *env.Vector {
		return newVector(t, s.game, 1, env.VectorConfig{Opponents: []func() game.Agent{create}})
	}
	v, other := one(func() game.Agent { return &randomPolicy{avoid: indian.Drop} }), one(func() game.Agent { return dropper{} })
	out := v.NewArrays()
	must.Do(t, v.Reset(3, out))
	must.Do(t, v.Step([]game.Action{indian.DrawStock}, out))
	var legal game.Mask
	v.Table(0).Legal(&legal)
	must.Do(t, v.Step([]game.Action{legal.Nth(0)}, out))
	must.Fail(t, other.Restore(v.Save(), out), "table 0: action 3 of", "is played by an agent, which chooses drop now")
	must.Do(t, other.Reset(3, out))
}

// dropper is an agent that drops.
type dropper struct{}

func (dropper) Reset(uint64)                                            {}
func (dropper) Act(game.Observation, *game.Mask) (game.Action, float64) { return indian.Drop, 1 }

// TestVectorReplay checks that a table goes on from a history, such as that of a re-deal, and that its run goes on after it.
func TestVectorReplay(t *testing.T) {
	for _, s := range settings(t)[1:] {
		v := newVector(t, s.game, 2, env.VectorConfig{Config: env.Config{Encoder: s.encoder}})
		out, src, actions := v.NewArrays(), rand.NewPCG(7, 6), make([]game.Action, 2)
		must.Do(t, v.Reset(3, out))
		for range 200 {
			randomActions(v, actions, src)
			must.Do(t, v.Step(actions, out))
			if p := game.Player(out.Players[1]); p >= 0 {
				before, rows, begins := snapshot(t, v.Table(0)), row(v, out, 1), v.Begins(1)
				redeal(t, v, 1, p, src, out)
				after := row(v, out, 1)
				if !reflect.DeepEqual(rows.Observations, after.Observations) || !reflect.DeepEqual(rows.Masks, after.Masks) || v.Begins(1) == begins {
					t.Fatalf("%s: a re-deal for the player to move changes what it is shown", s.name)
				}
				if !bytes.Equal(before, snapshot(t, v.Table(0))) {
					t.Fatalf("%s: another table has changed", s.name)
				}
			}
		}
		must.Fail(t, v.Replay(1, &game.History{Actions: []game.Action{game.NoAction}}, out), "table 1: action 1 of 1")
	}
}

// redeal deals anew what seat p of table i cannot know.
func redeal(t testing.TB, v *env.Vector, i int, p game.Player, src rand.Source, out *env.Arrays) {
	t.Helper()
	h := must.Get(record.Redeal(v.Game().(record.Game), v.Table(i).History(), p, src))(t)
	must.Do(t, v.Replay(i, h, out))
}

// TestVectorStepTables checks that tables that are not chosen keep their rows and
// positions.
func TestVectorStepTables(t *testing.T) {
	for _, s := range settings(t) {
		cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Autoreset: env.SameStep, Workers: 3}
		v, twin := newVector(t, s.game, 4, cfg), newVector(t, s.game, 1, cfg)
		out, want := v.NewArrays(), twin.NewArrays()
		if err := v.StepTables(nil, make([]game.Action, 4), out); !errors.Is(err, env.ErrNotReset) {
			t.Fatalf("before the first reset: %v", err)
		}
		must.Do(t, errors.Join(v.Reset(1, out), twin.ResetRuns([]env.Run{{Seed: 1, Episode: 2, Stride: 4}}, nil, want)))
		src, actions := rand.NewPCG(1, 2), make([]game.Action, 4)
		for k := range 200 {
			randomActions(v, actions, src)
			actions[0], actions[1], actions[3] = 255, game.NoAction, 9999 // ignored
			before := []env.Arrays{row(v, out, 0), row(v, out, 1), row(v, out, 3)}
			must.Do(t, errors.Join(v.StepTables([]bool{2: true, 3: false}, actions, out), twin.Step(actions[2:3], want)))
			if got := row(v, out, 2); !reflect.DeepEqual(got, row(twin, want, 0)) {
				t.Fatalf("%s, step %d: the row of the chosen table differs from that of a single table", s.name, k)
			}
			if !reflect.DeepEqual(before, []env.Arrays{row(v, out, 0), row(v, out, 1), row(v, out, 3)}) {
				t.Fatalf("%s, step %d: rows of other tables were changed", s.name, k)
			}
		}
		mustPanic(t, "env: chosen has 1 entries, want 4 × 1", func() { _ = v.StepTables([]bool{true}, actions, out) })
		mustPanic(t, "env: runs has 0 entries, want 4 × 1", func() { _ = v.ResetRuns(nil, nil, out) })
		fresh := newVector(t, s.game, 1, cfg)
		mustPanic(t, "env: ResetRuns before the first Reset", func() { _ = fresh.ResetRuns(make([]env.Run, 1), []bool{true}, want) })
	}
}

// row returns a copy of the rows of table i.
func row(v *env.Vector, out *env.Arrays, i int) env.Arrays {
	cut := func(x []float32) []float32 {
		n := len(x) / v.Len()
		return append([]float32(nil), x[i*n:(i+1)*n]...)
	}
	masks := len(out.Masks) / v.Len()
	return env.Arrays{
		Observations: cut(out.Observations), Final: cut(out.Final), Rewards: cut(out.Rewards),
		Masks:      append([]uint8(nil), out.Masks[i*masks:(i+1)*masks]...),
		Terminated: []bool{out.Terminated[i]}, Truncated: []bool{out.Truncated[i]}, Players: []int8{out.Players[i]},
		Outcomes: []game.Outcome{out.Outcomes[i]},
	}
}

// TestVectorDeal checks that a given deck is dealt at one table, is saved in the
// tables, and is followed by the next episode of the run.
func TestVectorDeal(t *testing.T) {
	for _, s := range settings(t)[1:] {
		cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Autoreset: env.NextStep}
		bare := newVector(t, s.game, 2, cfg)
		for range s.game.Players() - 1 {
			cfg.Opponents = append(cfg.Opponents, func() game.Agent { return s.newRandom() })
		}
		v, twin := newVector(t, s.game, 2, cfg), newVector(t, s.game, 2, cfg)
		out, want := v.NewArrays(), v.NewArrays()
		deck := s.game.(interface{ Deck() []card.Card }).Deck()
		card.Shuffle(deck, rand.NewPCG(8, 8))
		mustPanic(t, "env: Replay before the first Reset", func() { _ = v.Replay(1, &game.History{Deck: deck, Key: 4}, out) })
		must.Do(t, v.Reset(1, out))
		first, before := snapshot(t, v.Table(0)), v.Save()
		if err := v.Replay(1, &game.History{Deck: deck[1:], Key: 4}, out); err == nil || !strings.Contains(err.Error(), "table 1") || !reflect.DeepEqual(v.Save(), before) {
			t.Fatalf("a deck without its first card: %v", err)
		}
		must.Do(t, v.Replay(1, &game.History{Deck: deck, Key: 4}, out))
		single, err := env.NewSingle(s.game, env.SingleConfig{Config: cfg.Config, Opponents: s.opponents()})
		if err == nil {
			err = single.ResetDeal(deck, 4)
		}
		must.Do(t, err)
		mustEqual(t, "the table dealt", single.Table(), v.Table(1))
		if string(first) != string(snapshot(t, v.Table(0))) {
			t.Error("the other table was changed")
		}
		src, actions := rand.NewPCG(1, 2), make([]game.Action, 2)
		for range 5 {
			randomActions(v, actions, src)
			must.Do(t, v.Step(actions, out))
		}
		must.Do(t, twin.Restore(v.Save(), twin.NewArrays()))
		mustEqual(t, "restored table", v.Table(1), twin.Table(1))
		must.Do(t, bare.Restore(v.Save(), bare.NewArrays())) // the actions of the agents are saved, too
		if is, want := fmt.Sprint(bare.Table(1).State()), fmt.Sprint(v.Table(1).State()); is != want {
			t.Fatalf("restored without agents, the table is\n%s\nwant\n%s", is, want)
		}
		clear(out.Outcomes) // twin has not seen the ends before
		for range 2000 {
			randomActions(v, actions, src)
			must.Do(t, errors.Join(v.Step(actions, out), twin.Step(actions, want)))
			mustMatch(t, "step", want, out)
			if _, episode := v.Episode(1); episode > 1 {
				break
			}
		}
		if _, episode := v.Episode(1); episode != 3 {
			t.Errorf("%s: the episode after the deal is %d, want 3", s.name, episode)
		}
	}
}

// firstDifference returns the first index at which a and b differ, or -1.
func firstDifference(a, b []float32) int {
	for i, x := range a {
		if x != b[i] {
			return i
		}
	}
	return -1
}
