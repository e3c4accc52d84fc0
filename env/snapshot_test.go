package env_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestSnapshotContinuesIdentically checks that a snapshot, a clone and a copy taken at any
// step continue like the original: same rewards, same end, same step limit.
func TestSnapshotContinuesIdentically(t *testing.T) {
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
					must.Do(t, restored.Restore(snapshot(t, e)))
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

func TestSnapshotBeforeResetAndAfterTheEnd(t *testing.T) {
	for _, s := range settings(t) {
		e := newEnv(t, s.game, env.Config{MaxSteps: 3})
		empty := snapshot(t, e)
		e.Reset(1)
		for policy := s.newRandom(); !e.Over(); {
			move(t, e, policy)
		}
		end := snapshot(t, e)
		must.Do(t, e.Restore(empty))
		if err := e.Step(0); err != env.ErrNotReset || e.Over() || e.Steps() != 0 {
			t.Fatalf("%s: after restoring an environment that was not reset: %v", s.name, err)
		}
		must.Do(t, e.Restore(end))
		if !e.Over() || e.Step(0) != env.ErrEpisodeOver {
			t.Fatalf("%s: a restored end is not over", s.name)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	s := settings(t)[0]
	e := newEnv(t, s.game, env.Config{})
	e.Reset(1)
	move(t, e, s.newRandom())
	good := snapshot(t, e)
	refuse := func(what, want string, data []byte) {
		t.Helper()
		target := newEnv(t, s.game, env.Config{})
		target.Reset(2)
		before := snapshot(t, target)
		err := target.Restore(data)
		must.Fail(t, err, want)
		if !bytes.Equal(before, snapshot(t, target)) {
			t.Errorf("%s: a rejected snapshot changed the environment", what)
		}
	}
	for n := range good {
		refuse("cut off", "", good[:n])
	}
	changed := func(i int, b byte) []byte { c := bytes.Clone(good); c[i] = b; return c }
	refuse("empty", "cut off", nil)
	refuse("version", "version 99", changed(0, 99))
	refuse("flags", "flags", changed(1, 2))
	refuse("seats", "with 5 seats", changed(2, 5))
	refuse("name", `game "jeap"`, changed(4, 'j'))
	refuse("state", "state in the snapshot", append(bytes.Clone(good), 0))
	at := 4 + len(s.game.Name())
	steps := func(n uint64) []byte { return append(binary.AppendUvarint(bytes.Clone(good[:at]), n), good[at+1:]...) }
	refuse("steps", "counts 2147483648 steps", steps(math.MaxInt32+1))
	if err := newEnv(t, s.game, env.Config{}).Restore(steps(math.MaxInt32)); err != nil {
		t.Errorf("the most steps of an episode: %v", err)
	}
	other := newEnv(t, heap{players: 2, cards: 20}, env.Config{})
	refuse("not reset, other table", "with 2 seats", snapshot(t, other))
	unstarted := newEnv(t, s.game, env.Config{})
	refuse("not reset, too long", "after its end", append(snapshot(t, unstarted), 7))
}

// TestRedealShaping checks that after a re-deal the other seats continue from the potential of their new
// cards: from there on the rewards of shaping sum to minus that potential.
func TestRedealShaping(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			e := newEnv(t, s.game, env.Config{Potential: s.potential})
			players := game.Player(s.game.Players())
			obs := s.game.NewObservation()
			changed := 0
			for episode := range uint64(20) {
				e.ResetEpisode(4, episode)
				policy := s.newRandom()
				for !e.Over() && e.Steps() < 3*int(players) {
					move(t, e, policy)
				}
				if e.Over() {
					continue
				}
				p := game.Player(episode) % players
				var before, want [game.MaxPlayers]float64
				for q := range players {
					e.Observe(q, obs)
					before[q] = s.potential(obs)
				}
				e.Redeal(p, game.DealSource(episode, 1))
				for q := range players {
					e.Observe(q, obs)
					if s.potential(obs) != before[q] {
						changed++
					}
					want[q] = e.Return(q) - s.potential(obs)
				}
				for !e.Over() {
					move(t, e, policy)
				}
				for q := range players {
					if got := e.Return(q) - float64(e.Outcome().Gains[q]); q != p && math.Abs(got-want[q]) > 1e-9 {
						t.Fatalf("episode %d: after a re-deal for seat %d the shaping of seat %d sums to %v, want %v", episode, p, q, got, want[q])
					}
				}
			}
			if changed == 0 {
				t.Error("no re-deal changes the potential of a seat")
			}
		})
	}
}

// TestRedeal checks that a re-deal does not change the observation of its player, and that
// the game continues legally.
func TestRedeal(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			e := newEnv(t, s.game, env.Config{Encoder: s.encoder, Potential: s.potential})
			before := make([]float32, s.encoder.Layout().Size())
			after := make([]float32, len(before))
			changed := false
			for episode := range uint64(5) {
				e.ResetEpisode(3, episode)
				for policy := s.newRandom(); !e.Over() && e.Steps() < 20; {
					for p := range game.Player(s.game.Players()) {
						world := e.Clone()
						world.Encode(p, before)
						var legal, legalAfter game.Mask
						world.Legal(&legal)
						world.Redeal(p, game.DealSource(episode, uint64(e.Steps())))
						world.Encode(p, after)
						if at := firstDifference(before, after); at >= 0 {
							t.Fatalf("step %d: the view of player %d changed at entry %d", e.Steps(), p, at)
						}
						if world.Legal(&legalAfter); p == e.Current() && legal != legalAfter {
							t.Fatalf("step %d: the legal actions of player %d changed", e.Steps(), p)
						}
						changed = changed || !bytes.Equal(must.Get(e.State().AppendBinary(nil))(t), must.Get(world.State().AppendBinary(nil))(t))
						for q := s.newRandom(); !world.Over() && world.Steps() < e.Steps()+5; {
							move(t, world, q)
						}
					}
					move(t, e, policy)
				}
			}
			if !changed {
				t.Fatal("no re-deal changed a state")
			}
		})
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
