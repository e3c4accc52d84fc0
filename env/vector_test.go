package env_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// oneByOne is the reference for a self-play Vector: N tables, stepped one after the other,
// and arrays filled with their methods.
type oneByOne struct {
	s        setting
	mode     env.Autoreset
	tables   []*env.Env
	episodes []uint64
	told     []bool // an earlier step has reported the end of the episode
	out      *env.Arrays
}

func newOneByOne(t *testing.T, s setting, n int, cfg env.VectorConfig, out *env.Arrays) *oneByOne {
	o := &oneByOne{s: s, mode: cfg.Autoreset, told: make([]bool, n), out: out}
	for i := range n {
		e := newEnv(t, s.game, cfg.Config)
		e.ResetEpisode(17, uint64(i))
		o.tables = append(o.tables, e)
		o.episodes = append(o.episodes, uint64(i))
		o.show(i, e.Current())
	}
	return o
}

// next deals the next episode of table i.
func (o *oneByOne) next(i int) {
	o.episodes[i] += uint64(len(o.tables))
	o.tables[i].ResetEpisode(17, o.episodes[i])
	o.told[i] = false
}

func (o *oneByOne) step(t *testing.T, actions []game.Action) {
	players := o.s.game.Players()
	for i, e := range o.tables {
		rewards := o.out.Rewards[i*players : (i+1)*players]
		clear(rewards)
		o.out.Terminated[i], o.out.Truncated[i] = false, false
		if o.told[i] {
			if o.mode == env.NextStep {
				o.next(i)
				o.show(i, e.Current())
			}
			continue
		}
		mover := e.Current()
		must.Do(t, e.Step(actions[i]))
		for p := range rewards {
			rewards[p] = float32(e.Reward(game.Player(p)))
		}
		o.out.Terminated[i], o.out.Truncated[i] = e.Terminated(), e.Truncated()
		o.told[i] = e.Over()
		if e.Over() {
			o.out.Outcomes[i] = e.Outcome()
		}
		if e.Over() && o.mode == env.SameStep {
			size := e.Layout().Size()
			e.Encode(mover, o.out.Final[i*size:(i+1)*size])
			o.next(i)
		}
		if !e.Over() {
			mover = e.Current()
		}
		o.show(i, mover)
	}
}

// show fills the row of table i with the observation of seat p.
func (o *oneByOne) show(i int, p game.Player) {
	e := o.tables[i]
	size, actions := e.Layout().Size(), o.s.game.NumActions()
	e.Encode(p, o.out.Observations[i*size:(i+1)*size])
	e.LegalMask(o.out.Masks[i*actions : (i+1)*actions])
	o.out.Players[i] = int8(e.Current())
}

// choose returns a random legal action for each table that needs one.
func choose(tables []*env.Env, policies []*randomPolicy, over game.Action) []game.Action {
	actions := make([]game.Action, len(tables))
	for i, e := range tables {
		actions[i] = over
		if !e.Over() {
			var legal game.Mask
			e.Legal(&legal)
			actions[i], _ = policies[i].Act(nil, &legal)
		}
	}
	return actions
}

// TestVectorIsEnvs compares a Vector of N tables with N Envs, byte for byte, for any number
// of workers.
func TestVectorIsEnvs(t *testing.T) {
	const n = 7
	steps := 400
	if testing.Short() {
		steps = 100
	}
	for _, s := range settings(t) {
		for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Disabled} {
			for _, workers := range []int{1, 2, 5} {
				if testing.Short() && workers == 2 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%v/%d", s.name, mode, workers), func(t *testing.T) {
					cfg := env.VectorConfig{
						Config:    env.Config{Encoder: s.encoder, Potential: s.potential, Gamma: .97, MaxSteps: steps / 3},
						Autoreset: mode, Workers: workers,
					}
					v := newVector(t, s.game, n, cfg)
					out := v.NewArrays()
					if _, ok := s.encoder.(game.ByteEncoder); ok {
						out.Bytes = make([]uint8, len(out.Observations))
						if out.Final != nil {
							out.FinalBytes = make([]uint8, len(out.Final))
						}
					}
					must.Do(t, v.Reset(17, out))
					twin := newOneByOne(t, s, n, cfg, v.NewArrays())
					mustMatch(t, "reset", out, twin.out)
					policies := make([]*randomPolicy, n)
					for i := range policies {
						policies[i] = s.newRandom()
						policies[i].Reset(uint64(i))
					}
					ended := 0
					for k := range steps {
						actions := choose(twin.tables, policies, game.NoAction)
						twin.step(t, actions)
						if err := v.Step(actions, out); err != nil {
							t.Fatalf("step %d: %v", k, err)
						}
						mustMatch(t, fmt.Sprintf("step %d", k), out, twin.out)
						for i, over := range out.Terminated {
							if over || out.Truncated[i] {
								ended++
							}
						}
						for i, e := range twin.tables {
							mustEqual(t, "table", e, v.Table(i))
							if seed, episode := v.Episode(i); seed != 17 || episode != twin.episodes[i] {
								t.Fatalf("table %d plays episode %d of run %d, want %d of 17", i, episode, seed, twin.episodes[i])
							}
						}
					}
					if ended < n {
						t.Fatalf("only %d episodes ended", ended)
					}
				})
			}
		}
	}
}

func newVector(t testing.TB, g game.Game, n int, cfg env.VectorConfig) *env.Vector {
	t.Helper()
	if cfg.Encoder == nil {
		cfg.Encoder = game.NoEncoder{}
	}
	v := must.Get(env.NewVector(g, n, cfg))(t)
	t.Cleanup(v.Close)
	return v
}

func mustMatch(t *testing.T, when string, got, want *env.Arrays) {
	t.Helper()
	if at := firstDifference(got.Observations, want.Observations); at >= 0 {
		t.Fatalf("%s: observations differ at entry %d: %v, want %v", when, at, got.Observations[at], want.Observations[at])
	}
	for i, b := range got.Bytes {
		if float32(b) != min(got.Observations[i], 255) {
			t.Fatalf("%s: byte %d of the observations is %d, want %v", when, i, b, got.Observations[i])
		}
	}
	for i, b := range got.FinalBytes {
		if float32(b) != min(got.Final[i], 255) {
			t.Fatalf("%s: byte %d of the final observations is %d, want %v", when, i, b, got.Final[i])
		}
	}
	floats := *got
	floats.Bytes, floats.FinalBytes = nil, nil
	if !reflect.DeepEqual(&floats, want) {
		t.Fatalf("%s: the arrays differ:\nrewards %v, want %v\nplayers %v, want %v\nterminated %v, want %v\ntruncated %v, want %v\n(or masks or final observations)",
			when, got.Rewards, want.Rewards, got.Players, want.Players, got.Terminated, want.Terminated, got.Truncated, want.Truncated)
	}
}

// TestVectorIllegalAction checks that an illegal action at one table gives an error that
// names the table, and that no table changes.
func TestVectorIllegalAction(t *testing.T) {
	for _, mode := range []env.Autoreset{env.NextStep, env.Disabled} {
		v := newVector(t, heap{2, 3}, 3, env.VectorConfig{Autoreset: mode, Workers: 2})
		out := v.NewArrays()
		if err := v.Step([]game.Action{0, 0, 0}, out); !errors.Is(err, env.ErrNotReset) {
			t.Fatalf("step before reset: %v", err)
		}
		must.Do(t, v.Reset(1, out))
		before := [][]byte{snapshot(t, v.Table(0)), snapshot(t, v.Table(1)), snapshot(t, v.Table(2))}
		for _, bad := range []game.Action{4, 200, game.MaskSize, game.NoAction} {
			var ill *game.IllegalAction
			err := v.Step([]game.Action{0, 0, bad}, out)
			if !errors.As(err, &ill) || ill.Action != bad || errors.Is(err, env.ErrPolicy) || !strings.Contains(err.Error(), "table 2") {
				t.Fatalf("action %d: %v", bad, err)
			}
			for i := range before {
				if string(before[i]) != string(snapshot(t, v.Table(i))) {
					t.Fatalf("action %d moved table %d", bad, i)
				}
			}
		}
		if err := v.Step([]game.Action{2, 0, 0}, out); err != nil || !out.Terminated[0] || out.Players[0] != -1 {
			t.Fatalf("table 0 should be over: %v, %v", out, err)
		}
		err := v.Step([]game.Action{1, 0, 0}, out)
		if mode == env.NextStep {
			if err != nil || out.Players[0] != 0 || out.Terminated[0] || out.Rewards[0] != 0 {
				t.Fatalf("the step after the end gives %v, %v", out, err)
			}
			continue
		}
		if !errors.Is(err, env.ErrEpisodeOver) || !strings.Contains(err.Error(), "table 0") {
			t.Fatalf("an action at a finished table: %v", err)
		}
		if err := v.Step([]game.Action{game.NoAction, 0, 0}, out); err != nil || out.Terminated[0] || out.Rewards[0] != 0 || out.Players[0] != -1 {
			t.Fatalf("a step without an action for a finished table: %+v, %v", out, err)
		}
	}
}

func TestVectorResetTables(t *testing.T) {
	v := newVector(t, heap{2, 3}, 3, env.VectorConfig{Autoreset: env.Disabled, Workers: 3})
	out := v.NewArrays()
	mustPanic(t, "env: ResetTables before the first Reset", func() { _ = v.ResetTables(make([]bool, 3), out) })
	must.Do(t, v.Reset(1, out))
	must.Do(t, v.Step([]game.Action{2, 0, 1}, out))
	others := [][]byte{snapshot(t, v.Table(1)), snapshot(t, v.Table(2))}
	must.Do(t, v.ResetTables([]bool{true, false, false}, out))
	want := newEnv(t, heap{2, 3}, env.Config{})
	want.ResetEpisode(1, 3)
	mustEqual(t, "the table that was reset", want, v.Table(0))
	if string(others[0]) != string(snapshot(t, v.Table(1))) || string(others[1]) != string(snapshot(t, v.Table(2))) {
		t.Error("other tables have changed")
	}
	if out.Players[0] != 0 || out.Terminated[0] || out.Rewards[0] != 0 || out.Players[1] != 1 {
		t.Errorf("after the reset: %+v", out)
	}

	must.Do(t, v.ResetSeeds([]uint64{5, 6, 5}, out))
	mustEqual(t, "tables of one seed", v.Table(0), v.Table(2))
	want.Reset(6)
	mustEqual(t, "a table of its own seed", want, v.Table(1))
	must.Do(t, v.ResetTables([]bool{false, true, true}, out))
	want.ResetEpisode(6, 1)
	mustEqual(t, "its next episode", want, v.Table(1))
}

// TestVectorOverWhenDealt checks that the first step reports an episode that is over when
// it is dealt, in every mode, and that the next episode follows.
func TestVectorOverWhenDealt(t *testing.T) {
	for _, mode := range []env.Autoreset{env.NextStep, env.SameStep, env.Disabled} {
		v := newVector(t, heap{2, 0}, 1, env.VectorConfig{Config: env.Config{Encoder: heapEncoder{}}, Autoreset: mode})
		out := v.NewArrays()
		must.Do(t, v.Reset(1, out))
		if out.Players[0] != -1 || out.Terminated[0] || out.Rewards[0] != 0 {
			t.Fatalf("%v: after the reset: %+v", mode, out)
		}
		for k := range 4 {
			if err := v.Step([]game.Action{game.NoAction}, out); err != nil {
				t.Fatalf("%v: %v", mode, err)
			}
			told := mode == env.SameStep || k == 0 || mode == env.NextStep && k%2 == 0
			if out.Terminated[0] != told || (out.Rewards[0] > 0) != told || out.Rewards[0] != -out.Rewards[1] || out.Players[0] != -1 {
				t.Fatalf("%v: step %d: %+v", mode, k, out)
			}
		}
	}
}

func TestVectorConfigValidate(t *testing.T) {
	for _, c := range []struct {
		n    int
		cfg  env.VectorConfig
		want string
	}{
		{0, env.VectorConfig{}, "0 tables"},
		{1, env.VectorConfig{Autoreset: 3}, "Autoreset is 3"},
		{1, env.VectorConfig{Workers: -1}, "Workers is -1"},
		{1, env.VectorConfig{Opponents: make([]func() game.Agent, 2)}, "2 opponents at 1 tables of 2: want 1, or 1 for each table, or none"},
		{3, env.VectorConfig{Opponents: make([]func() game.Agent, 2)}, "2 opponents at 3 tables of 2"},
		{1, env.VectorConfig{Places: env.Places{Seat: -1}}, "Seat is -1"},
		{1, env.VectorConfig{Config: env.Config{Gamma: -1}}, "Gamma is -1"},
	} {
		must.Refuse(env.NewVector(heap{2, 9}, c.n, c.cfg))(t, c.want)
	}
}

func TestVectorPanics(t *testing.T) {
	v := newVector(t, heap{2, 9}, 2, env.VectorConfig{Config: env.Config{Encoder: heapEncoder{}}, Autoreset: env.SameStep})
	good := v.NewArrays()
	must.Do(t, v.Reset(1, good))
	acts := []game.Action{0, 0}
	mustPanic(t, "env: actions has 1 entries, want 2 × 1", func() { _ = v.Step(acts[:1], good) })
	mustPanic(t, "env: seeds has 0 entries, want 2 × 1", func() { _ = v.ResetSeeds(nil, good) })
	mustPanic(t, "env: chosen has 0 entries, want 2 × 1", func() { _ = v.ResetTables(nil, good) })
	for name, spoil := range map[string]func(*env.Arrays){
		"Observations": func(a *env.Arrays) { a.Observations = a.Observations[1:] },
		"Final":        func(a *env.Arrays) { a.Final = a.Final[1:] },
		"Masks":        func(a *env.Arrays) { a.Masks = a.Masks[1:] },
		"Rewards":      func(a *env.Arrays) { a.Rewards = nil },
		"Terminated":   func(a *env.Arrays) { a.Terminated = nil },
		"Truncated":    func(a *env.Arrays) { a.Truncated = nil },
		"Players":      func(a *env.Arrays) { a.Players = append(a.Players, 0) },
		"Learners":     func(a *env.Arrays) { a.Learners = a.Learners[1:] },
		"Outcomes":     func(a *env.Arrays) { a.Outcomes = a.Outcomes[1:] },
	} {
		bad := *good
		spoil(&bad)
		mustPanic(t, "env: Arrays."+name+" has", func() { _ = v.Step(acts, &bad) })
	}
	few := *good
	few.Observations, few.Final, few.Learners, few.Outcomes = nil, nil, nil, nil
	if err := v.ResetSeeds([]uint64{1, 2}, &few); err != nil {
		t.Errorf("without the arrays that may be left out: %v", err)
	}
	v.Close()
	v.Close()
	mustPanic(t, "env: use of a closed Vector", func() { _ = v.Step(acts, good) })
}

func TestVectorStepAllocatesNothing(t *testing.T) {
	for _, s := range settings(t) {
		for _, opponents := range []bool{false, true} {
			cfg := env.VectorConfig{Config: env.Config{Encoder: s.encoder, Potential: s.potential}, Workers: 2}
			if opponents {
				for range s.game.Players() - 1 {
					cfg.Opponents = append(cfg.Opponents, func() game.Agent { return s.newRandom() })
				}
			}
			v := newVector(t, s.game, 8, cfg)
			out := v.NewArrays()
			must.Do(t, v.Reset(1, out))
			actions := make([]game.Action, 8)
			policy := s.newRandom()
			step := func() {
				for i := range actions {
					actions[i] = 0
					if out.Players[i] >= 0 {
						var legal game.Mask
						v.Table(i).Legal(&legal)
						actions[i], _ = policy.Act(nil, &legal)
					}
				}
				must.Do(t, v.Step(actions, out))
			}
			for range 100 {
				step() // so that all buffers have their final size
			}
			must.Equal(t, testing.AllocsPerRun(300, step), 0, "%s, opponents %v: allocations per step", s.name, opponents)
		}
	}
}
