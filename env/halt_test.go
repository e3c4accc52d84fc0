package env_test

import (
	"errors"
	"reflect"
	"sync/atomic"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// thinker is an agent that thinks without end from a given decision on, until it is stopped.
type thinker struct {
	*randomPolicy
	quick   int // decisions before it
	endless *atomic.Bool
	stop    func() bool
}

func (t *thinker) StopWhen(stop func() bool) { t.stop = stop }

func (t *thinker) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if t.quick--; t.quick < 0 && t.endless.Load() {
		for !t.stop() {
		}
		return game.NoAction, 1
	}
	return t.randomPolicy.Act(obs, legal)
}

// A step, a reset or a restore that would never end is stopped. The tables then refuse all calls
// that need them, until all are dealt or restored, and play on as other tables do.
func TestStop(t *testing.T) {
	for _, s := range settings(t) {
		for _, workers := range []int{1, 3} {
			const n = 5
			var endless atomic.Bool
			endless.Store(true)
			cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Workers: workers, Stop: func() bool { return true }}
			for range s.game.Players() - 1 {
				cfg.Opponents = append(cfg.Opponents, func() game.Agent { return &thinker{randomPolicy: s.newRandom(), quick: 3, endless: &endless} })
			}
			v := newVector(t, s.game, n, cfg)
			out := v.NewArrays()
			actions := make([]game.Action, n)
			err := v.Reset(3, out)
			for k := 0; err == nil; k++ {
				if k == 100 {
					t.Fatalf("%s: no agent has begun to think", s.name)
				}
				legalActions(v, actions)
				err = v.Step(actions, out)
			}
			stopped := func(err error) {
				t.Helper()
				if !errors.Is(err, env.ErrStopped) || !v.Stopped() {
					t.Fatalf("%s: %v, want that the call was stopped", s.name, err)
				}
			}
			stopped(err)
			stopped(v.Step(actions, out))
			one := make([]bool, n)
			one[1] = true
			stopped(v.ResetTables(one, out))

			endless.Store(false)
			out = v.NewArrays()
			if err := v.Reset(8, out); err != nil || v.Stopped() {
				t.Fatalf("%s: %v", s.name, err)
			}
			cfg.Stop = nil
			fresh := newVector(t, s.game, n, cfg)
			want := fresh.NewArrays()
			must.Do(t, fresh.Reset(8, want))
			for range 50 {
				if !reflect.DeepEqual(out, want) {
					t.Fatalf("%s: after a stop and a reset the tables differ from others", s.name)
				}
				legalActions(v, actions)
				must.Do(t, errors.Join(v.Step(actions, out), fresh.Step(actions, want)))
			}
			saved := v.Save()
			endless.Store(true)
			stopped(v.Restore(saved, out))
			endless.Store(false)
			if err := v.Restore(saved, out); err != nil || v.Stopped() {
				t.Fatalf("%s: %v", s.name, err)
			}
		}
	}
}

// legalActions sets actions to a legal one of each table, or to none.
func legalActions(v *env.Vector, actions []game.Action) {
	for i := range actions {
		var legal game.Mask
		v.Table(i).Legal(&legal)
		actions[i] = game.NoAction
		if n := legal.Count(); n > 0 {
			actions[i] = legal.Nth(n / 2)
		}
	}
}
