package env_test

import (
	"bytes"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
)

// FuzzRestore checks that Restore either rejects the data and changes nothing, or gives an
// environment that can be played to its end and whose snapshot restores to itself.
func FuzzRestore(f *testing.F) {
	all := settings(f)[1:] // without the toy
	for i, s := range all {
		e := newEnv(f, s.game, env.Config{MaxSteps: 500})
		f.Add(byte(i), snapshot(f, e))
		e.Reset(1)
		for policy := s.newRandom(); !e.Over() && e.Steps() < 200; move(f, e, policy) {
			if e.Steps()%25 < 2 {
				f.Add(byte(i), snapshot(f, e))
			}
		}
		f.Add(byte(i), snapshot(f, e))
	}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		s := all[int(kind)%len(all)]
		e := newEnv(t, s.game, env.Config{MaxSteps: 500})
		e.Reset(2)
		before := snapshot(t, e)
		if err := e.Restore(data); err != nil {
			if !bytes.Equal(before, snapshot(t, e)) {
				t.Fatal("a rejected snapshot changed the environment")
			}
			return
		}
		again := newEnv(t, s.game, env.Config{MaxSteps: 500})
		if err := again.Restore(snapshot(t, e)); err != nil {
			t.Fatalf("the snapshot of a restored environment: %v", err)
		}
		mustEqual(t, "restored twice", e, again)
		for policy := s.newRandom(); e.Current() != game.NoPlayer; {
			move(t, e, policy)
		}
	})
}
