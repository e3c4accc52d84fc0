package env_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
)

// FuzzRestore checks that tables that were read from JSON either give an error and change nothing, or can be played to their end,
// and that they save the same.
func FuzzRestore(f *testing.F) {
	all := settings(f)[1:] // without the toy
	for i, s := range all {
		v := newVector(f, s.game, 1, env.VectorConfig{Autoreset: env.Disabled})
		out, actions, policy := v.NewArrays(), make([]game.Action, 1), s.newRandom()
		if err := v.Reset(1, out); err != nil {
			f.Fatal(err)
		}
		for e := v.Table(0); !e.Over() && e.Steps() < 200; {
			if e.Steps()%25 < 2 {
				redeal(f, v, 0, e.Current(), &policy.src, out)
				text, err := json.Marshal(v.Save())
				if err != nil {
					f.Fatal(err)
				}
				f.Add(byte(i), text)
			}
			randomActions(v, actions, &policy.src)
			if err := v.Step(actions, out); err != nil {
				f.Fatal(err)
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		s := all[int(kind)%len(all)]
		v := newVector(t, s.game, 1, env.VectorConfig{Config: env.Config{MaxSteps: 500}})
		out := v.NewArrays()
		if err := v.Reset(2, out); err != nil {
			t.Fatal(err)
		}
		before := v.Save()
		var saved []env.Saved
		if json.Unmarshal(data, &saved) != nil || saved == nil {
			return
		}
		if err := v.Restore(saved, out); err != nil {
			if len(saved) == 1 && len(saved[0].History.Actions) < 500 && !reflect.DeepEqual(before, v.Save()) {
				t.Fatal("tables that were refused have changed")
			}
			return
		}
		text, err := json.Marshal(v.Save())
		var again []env.Saved
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		if err == nil {
			err = v.Restore(again, out)
		}
		if err != nil || !reflect.DeepEqual(v.Save(), again) {
			t.Fatalf("the restored tables save %s: %v", text, err)
		}
		for e, policy := v.Table(0), s.newRandom(); e.Current() != game.NoPlayer; {
			move(t, e, policy)
		}
	})
}
