package env_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestSendIsStep sends and receives steps of four vectors with one runner, in random order, and compares the
// results with those of vectors that step.
func TestSendIsStep(t *testing.T) {
	var r env.Runner
	defer r.Close()
	calls := 2000
	if testing.Short() {
		calls = 400
	}
	for _, s := range settings(t) {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep} {
			for _, opponents := range []bool{false, true} {
				if testing.Short() && opponents != (mode == env.SameStep) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%v/%v", s.name, mode, opponents), func(t *testing.T) {
					src := rand.NewPCG(5, uint64(mode))
					const k, n = 4, 9
					var sent [k]bool
					var vectors, twins [k]*env.Vector
					var got, want [k]*env.Arrays
					for i := range k {
						cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder, MaxSteps: 200}, Autoreset: mode}
						if opponents {
							for range s.game.Players() - 1 {
								cfg.Opponents = append(cfg.Opponents, func() game.Agent { return s.newRandom() })
							}
						}
						twins[i] = newVector(t, s.game, n, cfg)
						cfg.Workers = 1 + i
						vectors[i] = must.Get(env.NewVector(s.game, n, cfg))(t)
						defer vectors[i].Close()
						got[i], want[i] = vectors[i].NewArrays(), twins[i].NewArrays()
						must.Do(t, vectors[i].Reset(uint64(i), got[i]))
						must.Do(t, twins[i].Reset(uint64(i), want[i]))
					}
					var actions [k][n]game.Action
					for range calls {
						i := int(src.Uint64() % k)
						if sent[i] = !sent[i]; sent[i] {
							for j := range n {
								actions[i][j] = game.NoAction
								var legal game.Mask
								if twins[i].Table(j).Legal(&legal); legal.Count() > 0 {
									actions[i][j] = legal.Nth(int(src.Uint64() % uint64(legal.Count())))
								}
							}
							must.Do(t, vectors[i].Send(&r, actions[i][:], got[i]))
							continue
						}
						must.Do(t, vectors[i].Recv())
						must.Do(t, twins[i].Step(actions[i][:], want[i]))
						mustMatch(t, fmt.Sprintf("vector %d", i), got[i], want[i])
					}
				})
			}
		}
	}
}

func TestSendErrors(t *testing.T) {
	var r env.Runner
	v := newVector(t, heap{2, 3}, 3, env.VectorConfig{Autoreset: env.Disabled, Workers: 2})
	out := v.NewArrays()
	if err := v.Recv(); !errors.Is(err, env.ErrNotSent) {
		t.Errorf("Recv before Send: %v", err)
	}
	if err := v.Send(&r, []game.Action{0, 0, 0}, out); !errors.Is(err, env.ErrNotReset) {
		t.Errorf("Send before Reset: %v", err)
	}
	must.Do(t, v.Reset(1, out))
	var ill *game.IllegalAction
	if err := v.Send(&r, []game.Action{0, 0, 4}, out); !errors.As(err, &ill) || !strings.Contains(err.Error(), "table 2") {
		t.Errorf("Send of an illegal action: %v", err)
	}
	must.Do(t, v.Send(&r, []game.Action{0, 0, 2}, out)) // the refused one left nothing under way
	if err := v.Send(&r, []game.Action{0, 0, 0}, out); !errors.Is(err, env.ErrSent) {
		t.Errorf("a second Send: %v", err)
	}
	const use = "env: use of a Vector between Send and Recv"
	mustPanic(t, use, func() { _ = v.Step([]game.Action{0, 0, 0}, out) })
	mustPanic(t, use, func() { _ = v.Reset(1, out) })
	must.Do(t, v.Recv())
	if !out.Terminated[2] {
		t.Error("the action of table 2 did not end its episode")
	}
	must.Do(t, v.Send(&r, []game.Action{0, 0, game.NoAction}, out))
	v.Close() // waits for the step
	r.Close()
}

// TestSendBadPolicies checks that the panic of an agent reaches the caller of Recv, and that an illegal action
// of one is an error that names the table.
func TestSendBadPolicies(t *testing.T) {
	var r env.Runner
	defer r.Close()
	start := func(a game.Agent) *env.Vector {
		v := must.Get(env.NewVector(heap{2, 9}, 3, env.VectorConfig{
			Config: env.Config{Encoder: game.NoEncoder{}}, Workers: 2, Opponents: []func() game.Agent{func() game.Agent { return a }},
		}))(t)
		out := v.NewArrays()
		must.Do(t, v.Reset(1, out))
		must.Do(t, v.Send(&r, []game.Action{0, 0, 0}, out))
		return v
	}
	v := start(bomb{})
	mustPanic(t, "bomb", func() { _ = v.Recv() })
	v.Close()
	v = start(fixed(8))
	if err := v.Recv(); !errors.Is(err, env.ErrPolicy) || !strings.Contains(err.Error(), "table 0: policy of seat 1") {
		t.Errorf("illegal action of a policy: %v", err)
	}
	v.Close()
}

// A step whose agents think without end is stopped while the caller waits for it.
func TestSendStops(t *testing.T) {
	var r env.Runner
	defer r.Close()
	for _, s := range settings(t) {
		var endless atomic.Bool
		cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Workers: 2, Stop: endless.Load}
		for range s.game.Players() - 1 {
			cfg.Opponents = append(cfg.Opponents, func() game.Agent { return &thinker{randomPolicy: s.newRandom(), endless: &endless} })
		}
		v := must.Get(env.NewVector(s.game, 5, cfg))(t)
		out, actions := v.NewArrays(), make([]game.Action, 5)
		must.Do(t, v.Reset(3, out))
		endless.Store(true)
		var err error
		for k := 0; k < 100 && err == nil; k++ { // not every step has an opponent's turn
			legalActions(v, actions)
			must.Do(t, v.Send(&r, actions, out))
			err = v.Recv()
		}
		if !errors.Is(err, env.ErrStopped) || !v.Stopped() {
			t.Errorf("%s: %v, want that the step was stopped", s.name, err)
		}
		v.Close()
	}
}
