package env_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
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

// TestVectorSnapshot checks that a vector restored in the middle of its episodes continues
// like the first, in every mode, with and without opponents, for any number of workers.
func TestVectorSnapshot(t *testing.T) {
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
					if err := twin.Restore(v.Snapshot(nil), twin.NewArrays()); err != nil {
						t.Fatalf("before the first reset: %v", err)
					}
					out, copied := v.NewArrays(), v.NewArrays()
					must.Do(t, v.Reset(7, out))
					src, actions := rand.NewPCG(1, 2), make([]game.Action, n)
					for k := range 120 {
						if k%17 == 0 {
							data := v.Snapshot(nil)
							if err := twin.Restore(data, copied); err != nil {
								t.Fatalf("step %d: %v", k, err)
							}
							if string(twin.Snapshot(nil)) != string(data) {
								t.Fatalf("step %d: the snapshot of the restored vector is different", k)
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

// TestVectorRestoreRefuses checks that truncated data and data of another vector give an
// error and change nothing, and that other corrupt data never causes a panic.
func TestVectorRestoreRefuses(t *testing.T) {
	s := settings(t)[1]
	newOne := func(n int) *env.Vector {
		v := newVector(t, s.game, n, env.VectorConfig{Autoreset: env.Disabled})
		must.Do(t, v.Reset(3, v.NewArrays()))
		return v
	}
	v, src, actions := newOne(2), rand.NewPCG(5, 6), make([]game.Action, 2)
	for range 9 {
		randomActions(v, actions, src)
		must.Do(t, v.Step(actions, v.NewArrays()))
	}
	data := v.Snapshot(nil)
	other := newOne(2)
	rows := other.NewArrays()
	before := string(other.Snapshot(nil))
	for n := range data {
		if err := other.Restore(data[:n], rows); err == nil {
			t.Fatalf("the first %d of %d bytes are restored", n, len(data))
		}
	}
	replaced := func(position []byte) []byte {
		old := snapshot(t, v.Table(0))
		return bytes.Replace(data, append(binary.AppendUvarint(nil, uint64(len(old))), old...), append(binary.AppendUvarint(nil, uint64(len(position))), position...), 1)
	}
	for text, bad := range map[string][]byte{
		"it was not dealt":        replaced(snapshot(t, newEnv(t, s.game, env.Config{}))),
		"snapshot of version 99":  replaced(append([]byte{99}, snapshot(t, v.Table(0))[1:]...)),
		"after its end":           append(data[:len(data):len(data)], 0),
		"version 9":               append([]byte{9}, data[1:]...),
		"version 1: this program": append([]byte{1}, data[1:]...),
		`2 tables of game "golf"`: []byte("\x02\x04golf\x02\x00"),
		`3 tables of game`:        newOne(3).Snapshot(nil),
		"contents of kind 7":      []byte("\x02\x06indian\x02\x07"),
		"these have none":         []byte("\x02\x06indian\x02\x02"),
	} {
		must.Fail(t, other.Restore(bad, rows), text)
	}
	if string(other.Snapshot(nil)) != before {
		t.Error("rejected data has changed the tables")
	}
	// A seat that the table does not have, in each of the two places of both tables.
	seats := 0
	for i := range data {
		bad := append([]byte(nil), data...)
		bad[i] = byte(s.game.Players())
		if err := other.Restore(bad, rows); err != nil && strings.Contains(err.Error(), "it has the seats") {
			seats++
		}
	}
	must.Equal(t, seats, 4, "places of a seat are checked")
	for k := range 5000 {
		bad := append([]byte(nil), data...)
		for range 1 + k%3 {
			bad[card.Below(src, uint64(len(bad)))] = byte(src.Uint64())
		}
		_ = other.Restore(bad, rows)
	}
	must.Do(t, other.Restore(data, rows))
	for i := range 2 {
		mustEqual(t, "table after all that", v.Table(i), other.Table(i))
	}
	other.Close()
	mustPanic(t, "env: use of a closed Vector", func() { _ = other.Restore(data, rows) })
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

// TestVectorResetDeal checks that a given deck is dealt at one table, is saved in the
// snapshot, and is followed by the next episode of the run.
func TestVectorResetDeal(t *testing.T) {
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
		mustPanic(t, "env: ResetDeal before the first Reset", func() { _ = v.ResetDeal(1, deck, 4, out) })
		must.Do(t, v.Reset(1, out))
		first, before := snapshot(t, v.Table(0)), string(v.Snapshot(nil))
		if err := v.ResetDeal(1, deck[1:], 4, out); err == nil || !strings.Contains(err.Error(), "table 1") || string(v.Snapshot(nil)) != before {
			t.Fatalf("a deck without its first card: %v", err)
		}
		must.Do(t, v.ResetDeal(1, deck, 4, out))
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
		must.Do(t, twin.Restore(v.Snapshot(nil), twin.NewArrays()))
		mustEqual(t, "restored table", v.Table(1), twin.Table(1))
		must.Do(t, bare.Reset(1, bare.NewArrays()))
		must.Fail(t, v.Restore(bare.Snapshot(nil), out), "without opponents")
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
