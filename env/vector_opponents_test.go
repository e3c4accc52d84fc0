package env_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestVectorWithOpponentsIsSingles compares a Vector with opponents with one Single per
// table.
func TestVectorWithOpponentsIsSingles(t *testing.T) {
	const n = 5
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			cfg := env.VectorConfig{
				Config:  env.Config{Encoder: s.encoder, MaxSteps: 300},
				Places:  env.Places{Seat: 1, Seating: env.Alternating},
				Workers: 2,
			}
			for range s.game.Players() - 1 {
				cfg.Opponents = append(cfg.Opponents, func() game.Agent { return s.newRandom() })
			}
			v := newVector(t, s.game, n, cfg)
			out := v.NewArrays()
			must.Do(t, v.Reset(3, out))
			singles := make([]*env.Single, n)
			policies := make([]*randomPolicy, n)
			episodes := make([]uint64, n)
			told := make([]bool, n)
			for i := range singles {
				var err error
				singles[i], err = env.NewSingle(s.game, env.SingleConfig{Config: cfg.Config, Places: cfg.Places, Opponents: s.opponents()})
				must.Do(t, err)
				policies[i] = s.newRandom()
				episodes[i] = uint64(i)
				must.Do(t, singles[i].ResetEpisode(3, episodes[i]))
			}
			size, players := v.Layout().Size(), s.game.Players()
			want := make([]float32, size)
			actions := make([]game.Action, n)
			for k := range 200 {
				for i, single := range singles {
					mustEqual(t, "table", single.Table(), v.Table(i))
					if single.Learner() != v.Learner(i) || out.Learners[i] != int8(v.Learner(i)) {
						t.Fatalf("the learner has seat %d, in the array %d, want %d", v.Learner(i), out.Learners[i], single.Learner())
					}
					single.Encode(want)
					if at := firstDifference(out.Observations[i*size:(i+1)*size], want); at >= 0 {
						t.Fatalf("step %d, table %d: observations differ at entry %d", k, i, at)
					}
					actions[i] = game.NoAction
					var legal game.Mask
					if single.Legal(&legal); legal != (game.Mask{}) {
						actions[i], _ = policies[i].Act(nil, &legal)
					}
				}
				must.Do(t, v.Step(actions, out))
				for i, single := range singles {
					var reward float64
					var terminated, truncated bool
					if told[i] {
						episodes[i] += n
						must.Do(t, single.ResetEpisode(3, episodes[i]))
						told[i] = false
					} else {
						var err error
						if reward, terminated, truncated, err = single.Step(actions[i]); err != nil {
							t.Fatal(err)
						}
						told[i] = terminated || truncated
					}
					got := out.Rewards[i*players+int(single.Learner())]
					if got != float32(reward) || out.Terminated[i] != terminated || out.Truncated[i] != truncated {
						t.Fatalf("step %d, table %d: reward %v, terminated %v, truncated %v; want %v, %v, %v",
							k, i, got, out.Terminated[i], out.Truncated[i], reward, terminated, truncated)
					}
				}
			}
		})
	}
}

// TestVectorSharedTable checks that the caller can play a seat between two agents.
func TestVectorSharedTable(t *testing.T) {
	v := newVector(t, heap{3, 20}, 1, env.VectorConfig{
		Config:    env.Config{Encoder: heapEncoder{}},
		Opponents: []func() game.Agent{func() game.Agent { return fixed(1) }, nil},
	})
	out := v.NewArrays()
	must.Do(t, v.Reset(0, out))
	for _, want := range []struct{ player, left float32 }{{0, 20}, {2, 17}, {0, 16}, {2, 13}} {
		if out.Players[0] != int8(want.player) || out.Observations[0] != want.left || out.Observations[2] != want.player {
			t.Fatalf("player %d sees %v, want player %v with %v cards left", out.Players[0], out.Observations, want.player, want.left)
		}
		must.Do(t, v.Step([]game.Action{0}, out))
	}
}

// bomb panics in Act.
type bomb struct{ fixed }

func (bomb) Act(game.Observation, *game.Mask) (game.Action, float64) { panic("bomb") }

// TestVectorBadPolicies checks that a panic of an agent reaches the caller of Step from
// any worker, and that an illegal action of an agent is an error that names the table.
func TestVectorBadPolicies(t *testing.T) {
	for _, workers := range []int{1, 3} {
		v := newVector(t, heap{2, 9}, 3, env.VectorConfig{Workers: workers, Opponents: []func() game.Agent{func() game.Agent { return bomb{} }}})
		out := v.NewArrays()
		must.Do(t, v.Reset(1, out))
		mustPanic(t, "bomb", func() { _ = v.Step([]game.Action{0, 0, 0}, out) })

		v = newVector(t, heap{2, 9}, 3, env.VectorConfig{Workers: workers, Opponents: []func() game.Agent{func() game.Agent { return fixed(8) }}})
		must.Do(t, v.Reset(1, out))
		var ill *game.IllegalAction
		if err := v.Step([]game.Action{0, 0, 0}, out); !errors.As(err, &ill) || !errors.Is(err, env.ErrPolicy) || !strings.Contains(err.Error(), "table 0: policy of seat 1") {
			t.Fatalf("illegal action of a policy: %v", err)
		}
	}
}

// TestVectorTakesOpponentsOfEachTable compares tables with opponents of their own with vectors in which all tables have those.
func TestVectorTakesOpponentsOfEachTable(t *testing.T) {
	const n = 3
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			others := s.game.Players() - 1
			open := func(opponents []func() game.Agent) (*env.Vector, *env.Arrays) {
				v := newVector(t, s.game, n, env.VectorConfig{Config: env.Config{Encoder: s.encoder, MaxSteps: 300}, Workers: 2, Opponents: opponents})
				out := v.NewArrays()
				must.Do(t, v.Reset(3, out))
				return v, out
			}
			// The opponents at table i choose the legal action number i.
			at := func(table int) []func() game.Agent {
				return slices.Repeat([]func() game.Agent{func() game.Agent { return nth(table) }}, others)
			}
			mixed, got := open(slices.Concat(at(0), at(1), at(2)))
			for i := range n {
				alike, want := open(at(i))
				must.Do(t, mixed.Reset(3, got))
				for k := range 100 {
					mustEqual(t, fmt.Sprintf("table %d after %d steps", i, k), mixed.Table(i), alike.Table(i))
					must.Do(t, mixed.Step(firstActions(mixed, got), got))
					must.Do(t, alike.Step(firstActions(alike, want), want))
				}
			}
		})
	}
}

// nth is an agent that chooses the legal action of that number, or the last one.
type nth int

func (n nth) Reset(uint64) {}

func (n nth) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	return legal.Nth(min(int(n), legal.Count()-1)), 1
}

// firstActions returns the first legal action at each table.
func firstActions(v *env.Vector, out *env.Arrays) []game.Action {
	actions := make([]game.Action, v.Len())
	for i := range actions {
		actions[i] = game.NoAction
		width := len(out.Masks) / v.Len()
		if a := slices.Index(out.Masks[i*width:][:width], 1); a >= 0 {
			actions[i] = game.Action(a)
		}
	}
	return actions
}
