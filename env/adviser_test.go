package env_test

import (
	"errors"
	"slices"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// Tables whose moves are those of advisers, one for each seat, play the games of tables with the
// same agents as opponents, in all modes of autoreset, whatever else the advisers are asked.
func TestAdviserPlaysAsAnOpponent(t *testing.T) {
	for _, s := range settings(t) {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Disabled} {
			const n = 7
			create := func() game.Agent { return s.newRandom() }
			cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Autoreset: mode, Workers: 2}
			own := newVector(t, s.game, n, cfg)
			for range s.game.Players() - 1 {
				cfg.Opponents = append(cfg.Opponents, create)
			}
			against := newVector(t, s.game, n, cfg)
			a, b := own.NewArrays(), against.NewArrays()
			one, two, other := own.NewAdviser(create), against.NewAdviser(create), own.NewAdviser(create)
			if err := one.Act(nil, nil, make([]game.Action, n)); !errors.Is(err, env.ErrNotReset) {
				t.Fatalf("before the first reset: %v", err)
			}
			must.Do(t, errors.Join(own.Reset(5, a), against.Reset(5, b)))
			actions, seed := make([]game.Action, n), uint64(9)
			var ends, wants []game.Outcome // of table 0
			for len(ends) < 3 || len(wants) < 3 {
				for _, x := range []*env.Adviser{other, one} {
					must.Do(t, errors.Join(other.Act(nil, &seed, actions), x.Act(nil, nil, actions)))
				}
				step := func(v *env.Vector, out *env.Arrays, ends *[]game.Outcome) {
					t.Helper()
					must.Do(t, v.Step(actions, out))
					if out.Terminated[0] {
						*ends = append(*ends, out.Outcomes[0])
					}
					if mode == env.Disabled && slices.Contains(out.Terminated, true) {
						must.Do(t, v.ResetTables(slices.Clone(out.Terminated), out))
					}
				}
				step(own, a, &ends)
				must.Do(t, two.Act(nil, nil, actions))
				step(against, b, &wants)
			}
			must.Equal(t, ends[:3], wants[:3], "%s, %v: the games end with", s.name, mode)
		}
	}
}

// An answer by a seed follows from the seed, the table and the observation: not from earlier
// questions, from hidden cards or from the number of workers.
func TestAdviserBySeed(t *testing.T) {
	for _, s := range settings(t)[1:] { // those that can be dealt anew
		const n = 6
		var all [2][][]game.Action
		for w := range all {
			v := newVector(t, s.game, n, env.VectorConfig{Config: env.Config{Encoder: s.encoder}, Workers: 1 + 2*w})
			out := v.NewArrays()
			adviser := v.NewAdviser(func() game.Agent { return s.newRandom() })
			must.Do(t, v.Reset(2, out))
			for k := range 40 {
				answer, again, seed := make([]game.Action, n), make([]game.Action, n), uint64(k)
				for range w { // more questions
					must.Do(t, adviser.Act(nil, nil, answer))
				}
				must.Do(t, adviser.Act(nil, &seed, answer))
				for i, p := range out.Players {
					if p >= 0 {
						redeal(t, v, i, game.Player(p), game.DealSource(7, uint64(k)), out)
					}
				}
				chosen := []bool{true, false, true, true, false, true}
				again[1] = 3
				must.Do(t, adviser.Act(chosen, &seed, again))
				for i := range answer {
					if want := map[bool]game.Action{true: answer[i], false: 0}[chosen[i]]; again[i] != want && i != 1 || again[1] != 3 {
						t.Fatalf("%s: the answers %v and at some tables %v", s.name, answer, again)
					}
				}
				all[w] = append(all[w], answer)
				must.Do(t, v.Step(answer, out))
			}
		}
		for k := range all[0] {
			if !slices.Equal(all[0][k], all[1][k]) {
				t.Fatalf("%s: step %d: the answers are %v, with more workers %v", s.name, k, all[0][k], all[1][k])
			}
		}
	}
}
