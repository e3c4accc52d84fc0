package env_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestHistoryContinuesIdentically checks that an environment restored from a history, a clone and a copy taken at any
// step continue like the original: same rewards, same end, same step limit.
func TestHistoryContinuesIdentically(t *testing.T) {
	for _, s := range settings(t) {
		for _, limit := range []int{0, 9} {
			t.Run(s.name, func(t *testing.T) {
				cfg := env.Config{Potential: s.potential, Gamma: .9, MaxSteps: limit, Encoder: s.encoder}
				e := newEnv(t, s.game, cfg)
				e.Reset(11)
				pilot := s.newRandom()
				for !e.Over() && e.Steps() < 40 {
					restored := newEnv(t, s.game, cfg)
					restored.ResetEpisode(4, 4) // must have no effect
					must.Do(t, restored.Restore(e.History()))
					mustEqual(t, "restored", e, restored)
					original, clone := e.Clone(), e.Clone()
					mustEqual(t, "clone", e, clone)
					before := snapshot(t, e)
					p, q, r := s.newRandom(), s.newRandom(), s.newRandom()
					for n := 0; n < 12 && !original.Over(); n++ {
						move(t, original, p)
						move(t, restored, q)
						move(t, clone, r)
						mustEqual(t, "restored, later", original, restored)
						mustEqual(t, "clone, later", original, clone)
						if original.Over() != clone.Over() || original.Truncated() != restored.Truncated() || original.Current() != restored.Current() {
							t.Fatal("the ends differ")
						}
					}
					if !bytes.Equal(before, snapshot(t, e)) {
						t.Fatal("steps of a clone changed the original")
					}
					move(t, e, pilot)
				}
			})
		}
	}
}

// TestRestoreRefuses checks that a history that is not possible changes nothing, and that the error names what is wrong.
func TestRestoreRefuses(t *testing.T) {
	for _, s := range settings(t) {
		e := newEnv(t, s.game, env.Config{MaxSteps: 6})
		e.Reset(1)
		for policy := s.newRandom(); e.Steps() < 3 && !e.Over(); {
			move(t, e, policy)
		}
		good := e.History().Clone()
		n := len(good.Actions)
		for what, h := range map[string]game.History{
			fmt.Sprintf("action %d of %d", n+1, n+2): {Seed: 1, Actions: append(good.Actions[:n:n], game.NoAction, 1)},
			"of 7":                                   {Seed: 1, Actions: slices.Repeat([]game.Action{game.NoAction}, 7)},
			"deck":                                   {Deck: []card.Card{card.None}, Actions: good.Actions},
		} {
			target := newEnv(t, s.game, env.Config{MaxSteps: 6})
			target.Reset(2)
			before := snapshot(t, target)
			must.Fail(t, target.Restore(&h), what)
			if !bytes.Equal(before, snapshot(t, target)) {
				t.Errorf("%s, %s: a refused history changed the environment", s.name, what)
			}
		}
	}
}
