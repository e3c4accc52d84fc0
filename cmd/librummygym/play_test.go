package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// open returns tables that are closed when the test ends.
func open(t testing.TB, config string) *tables {
	t.Helper()
	s, err := openTables(config)
	if err != nil {
		t.Fatalf("%s: %v", config, err)
	}
	t.Cleanup(s.vector.Close)
	return s
}

// newArrays returns arrays of the lengths that t needs.
func (t *tables) newArrays() *arrays {
	a := &arrays{Arrays: *t.vector.NewArrays(), outcomes: make([]int32, t.Tables*(outcomeColumns+t.game.Players()))}
	if t.DType == game.Uint8 {
		a.Bytes, a.FinalBytes = make([]uint8, len(a.Observations)), make([]uint8, len(a.Final))
		a.Observations, a.Final = nil, nil
	}
	return a
}

// TestBytes checks that tables with observations as bytes play as those with numbers and show
// the same.
func TestBytes(t *testing.T) {
	for _, options := range []string{
		`"game":"gin","num_envs":5,"autoreset":"same-step"`,
		`"game":"gin-match","num_envs":5,"autoreset":"same-step","max_steps":40,"fields":"cards-and-counts,deadwood"`,
		`"game":"indian","num_envs":5,"opponents":["min-dist"],"fields":"cards-and-counts,score,distance,availability"`,
	} {
		floats, bytes := open(t, "{"+options+"}"), open(t, "{"+options+`,"dtype":"uint8"}`)
		a, b := floats.newArrays(), bytes.newArrays()
		src := rand.NewPCG(5, 5)
		check := func() {
			t.Helper()
			same := func(name string, numbers []float32, bytes []uint8) {
				if len(numbers) != len(bytes) {
					t.Fatalf("%s: %d numbers and %d bytes", name, len(numbers), len(bytes))
				}
				for i, x := range numbers {
					if x != float32(bytes[i]) {
						t.Fatalf("%s: entry %d is %v as a number, %d as a byte", name, i, x, bytes[i])
					}
				}
			}
			same("observations", a.Observations, b.Bytes)
			same("final", a.Final, b.FinalBytes)
			numbers, bits := make([]float32, 2*5*floats.size), make([]uint8, 2*5*floats.size)
			must.Do(t, errors.Join(floats.observe(-1, -1, numbers), bytes.observeBytes(-1, -1, bits)))
			same("observe", numbers, bits)
			if !reflect.DeepEqual(a.Masks, b.Masks) || !reflect.DeepEqual(a.Rewards, b.Rewards) || !reflect.DeepEqual(a.Learners, b.Learners) || !reflect.DeepEqual(a.outcomes, b.outcomes) {
				t.Fatal("the games differ")
			}
		}
		runs := make([]uint64, 15)
		must.Do(t, errors.Join(floats.reset(runs, nil, a), bytes.reset(runs, nil, b)))
		for range 300 {
			check()
			actions := randomActions(a, 5, src)
			must.Do(t, errors.Join(floats.step(actions, nil, a), bytes.step(actions, nil, b)))
		}
		mustRefuse(t, "load", bytes.load(floats.save(), b), statusInvalid, "another configuration")
	}
}

// randomActions returns a random legal action for each of n tables, or -1 where there
// is none.
func randomActions(a *arrays, n int, src rand.Source) []int64 {
	actions, width := make([]int64, n), len(a.Masks)/n
	for i := range actions {
		var legal []int64
		for x, may := range a.Masks[i*width : (i+1)*width] {
			if may == 1 {
				legal = append(legal, int64(x))
			}
		}
		actions[i] = -1
		if len(legal) > 0 {
			actions[i] = legal[card.Below(src, uint64(len(legal)))]
		}
	}
	return actions
}

// configs are the configurations that tests play.
var configs = []string{
	`{"game":"indian","num_envs":5}`,
	`{"game":"indian","preset":"club","rules":{"seats":4},"num_envs":3,"opponents":["min-dist",null,"random"],"seat":1,"seating":"alternating","autoreset":"same-step","potential":"min-dist","gamma":0.9}`,
	`{"game":"gin","num_envs":4,"max_steps":60,"autoreset":"disabled","fields":"all"}`,
	`{"game":"indian","preset":"club","rules":{"seats":3},"num_envs":2,"opponents":["min-dist",null,"mix:{2:random,min-score}","min-dist"]}`,
	`{"game":"gin","preset":"openspiel","num_envs":4,"opponents":["simple"],"autoreset":"same-step","fields":"own-cards,deadwood"}`,
	`{"game":"gin","preset":"classic","rules":{"melding":"chosen","laying-off":"chosen"},"num_envs":2,"fields":"none","reward_scale":0.01}`,
}

// Tables produce the same arrays as an env.Vector that plays the same actions.
func TestTablesAreAVector(t *testing.T) {
	for _, config := range configs {
		t.Run(config, func(t *testing.T) {
			s := open(t, config)
			v := must.Get(env.NewVector(s.game, s.Tables, s.options))(t)
			defer v.Close()
			got, want := s.newArrays(), v.NewArrays()
			runs := make([]uint64, 0, 3*s.Tables)
			for i := range s.Tables {
				runs = append(runs, 11, uint64(i), uint64(s.Tables))
			}
			must.Do(t, s.reset(runs, nil, got))
			must.Do(t, v.Reset(11, want))
			src, ended := rand.NewPCG(1, 2), 0
			for k := range 600 {
				if !reflect.DeepEqual(got.Arrays, *want) {
					t.Fatalf("step %d: the arrays differ", k)
				}
				for i, p := range got.Learners {
					if game.Player(p) != v.Learner(i) {
						t.Fatalf("step %d: learner %d at table %d, want %d", k, p, i, v.Learner(i))
					}
				}
				actions := randomActions(got, s.Tables, src)
				moves := make([]game.Action, len(actions))
				for i, a := range actions {
					moves[i] = game.Action(a) // -1 is game.NoAction
				}
				must.Do(t, s.step(actions, nil, got))
				must.Do(t, v.Step(moves, want))
				chosen, some := make([]bool, s.Tables), false
				for i, p := range got.Players {
					if got.Terminated[i] || got.Truncated[i] {
						ended++
					}
					if p < 0 && s.Autoreset == "disabled" {
						chosen[i], some = true, true
					}
				}
				if some {
					where := make([]byte, s.Tables)
					for i, c := range chosen {
						if c {
							where[i] = 200 // any value except 0
						}
					}
					must.Do(t, s.reset(nil, where, got))
					must.Do(t, v.ResetTables(chosen, want))
				}
			}
			if ended == 0 {
				t.Fatal("no episode has ended")
			}
		})
	}
}

// Tables that load a saved state continue like those that saved it.
func TestSaveAndLoad(t *testing.T) {
	for _, config := range configs {
		one, two := open(t, config), open(t, config)
		a, b := one.newArrays(), two.newArrays()
		if err := two.load(one.save(), b); err != nil {
			t.Fatalf("before the first reset: %v", err)
		}
		must.Do(t, one.reset(make([]uint64, 3*one.Tables), nil, a))
		src := rand.NewPCG(3, 4)
		for k := range 100 {
			if k%10 == 0 {
				must.Do(t, two.load(one.save(), b))
				if !reflect.DeepEqual(a.Masks, b.Masks) || !reflect.DeepEqual(a.Learners, b.Learners) {
					t.Fatalf("%s, step %d: the rows of the loaded tables differ", config, k)
				}
			}
			clear(a.Final)
			clear(b.Final)
			actions := randomActions(a, one.Tables, src)
			for i, x := range []*tables{one, two} {
				must.Do(t, x.step(actions, nil, []*arrays{a, b}[i]))
			}
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%s, step %d: the loaded tables continue differently", config, k)
			}
		}
	}
}

// The observations of all seats in one call equal those of the single seats.
func TestObserve(t *testing.T) {
	s := open(t, `{"game":"indian","preset":"club","rules":{"seats":3},"num_envs":9,"workers":3}`)
	a := s.newArrays()
	must.Do(t, s.reset(make([]uint64, 27), nil, a))
	all := make([]float32, 9*3*s.size)
	must.Do(t, s.observe(-1, -1, all))
	for i := range 9 {
		for p := range 3 {
			one := make([]float32, s.size)
			must.Do(t, s.observe(int64(i), int32(p), one))
			at := (3*i + p) * s.size
			if !reflect.DeepEqual(one, all[at:at+s.size]) {
				t.Fatalf("seat %d of table %d differs", p, i)
			}
			if int(a.Players[i]) == p && !reflect.DeepEqual(one, a.Observations[i*s.size:(i+1)*s.size]) {
				t.Fatalf("table %d: the row is not the observation of the mover", i)
			}
		}
	}
	column := make([]float32, 9*s.size)
	if err := s.observe(-1, 2, column); err != nil || !reflect.DeepEqual(column[8*s.size:], all[26*s.size:]) {
		t.Fatalf("seat 2 of all tables: %v", err)
	}
}

// The order of the deck is dealt as given.
func TestDeal(t *testing.T) {
	s := open(t, `{"game":"gin","num_envs":2}`)
	a := s.newArrays()
	if err := s.deal(0, "AS", 0, a); err == nil {
		t.Error("a deal before the first reset")
	}
	must.Do(t, s.reset(make([]uint64, 6), nil, a))
	deck := card.AppendDeck(nil, 1, 0)
	must.Do(t, s.deal(1, card.Format(deck), 5, a))
	twin := must.Get(env.New(s.game, s.options.Config))(t)
	must.Do(t, twin.ResetDeal(deck, 5))
	if got, want := fmt.Sprint(s.vector.Table(1).State()), fmt.Sprint(twin.State()); got != want {
		t.Errorf("dealt\n%s, want\n%s", got, want)
	}
	for _, bad := range []string{"", "AS", "AS XX", card.Format(deck[:51]) + " " + card.Format(deck[:1])} {
		if err := s.deal(1, bad, 5, a); statusOf(err) != statusInvalid {
			t.Errorf("deck %q: %v", bad, err)
		}
	}
}

// A redeal does not change the observation of its seat, and changes those of the
// others.
func TestRedeal(t *testing.T) {
	for _, config := range []string{`{"game":"gin","num_envs":2}`, `{"game":"indian","num_envs":2}`} {
		s := open(t, config)
		a, src := s.newArrays(), rand.NewPCG(1, 2)
		if err := s.redeal(1, 0, 1, a); statusOf(err) != statusInvalid {
			t.Errorf("%s: before the first reset: %v", config, err)
		}
		must.Do(t, s.reset(make([]uint64, 6), nil, a))
		view, other := make([]float32, s.size), make([]float32, s.size)
		seen := map[string]bool{}
		for seed := range uint64(20) {
			must.Do(t, s.step(randomActions(a, 2, src), nil, a))
			must.Do(t, s.observe(1, 0, view))
			before := fmt.Sprint(view, s.vector.Table(0).State())
			must.Do(t, s.redeal(1, 0, seed, a))
			must.Do(t, s.observe(1, 0, view))
			if fmt.Sprint(view, s.vector.Table(0).State()) != before {
				t.Fatalf("%s: the redeal changed the observation of seat 0, or another table", config)
			}
			must.Do(t, s.observe(1, 1, other))
			seen[fmt.Sprint(other)] = true
			mover := view
			if a.Players[1] == 1 {
				mover = other
			}
			if a.Players[1] >= 0 && !reflect.DeepEqual(a.Observations[s.size:], mover) {
				t.Fatalf("%s: the row is not that of seat %d", config, a.Players[1])
			}
		}
		if len(seen) < 15 {
			t.Errorf("%s: seat 1 had %d different observations after 20 redeals, want at least 15", config, len(seen))
		}
		for _, err := range []error{s.redeal(2, 0, 1, a), s.redeal(0, 2, 1, a), s.redeal(0, -1, 1, a)} {
			if statusOf(err) != statusInvalid {
				t.Errorf("%s: %v", config, err)
			}
		}
	}
	s := open(t, `{"game":"gin","opponents":["simple"]}`)
	a := s.newArrays()
	must.Do(t, s.reset(make([]uint64, 3), nil, a))
	must.Fail(t, s.redeal(0, 0, 1, a), "opponents")
}

// The canonical configuration opens equal tables, for every preset of every game.
func TestCanonicalConfig(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			one := open(t, fmt.Sprintf(`{"game":%q,"preset":%q,"num_envs":2}`, g.Name, preset))
			two := open(t, string(one.canonical()))
			if string(one.canonical()) != string(two.canonical()) || !reflect.DeepEqual(one.describe(), two.describe()) || !reflect.DeepEqual(one.rules, two.rules) {
				t.Errorf("%s %s: the canonical configuration opens different tables", g.Name, preset)
			}
		}
	}
}

// A step does not allocate, once its tables have played some episodes.
func TestStepAllocatesNothing(t *testing.T) {
	for _, config := range configs[:2] {
		s := open(t, config)
		a, src := s.newArrays(), rand.NewPCG(1, 2)
		must.Do(t, s.reset(make([]uint64, 3*s.Tables), nil, a))
		actions, chosen := make([]int64, s.Tables), make([]byte, s.Tables)
		for i := range chosen {
			chosen[i] = 1
		}
		step := func() {
			for i := range actions {
				var legal game.Mask
				s.vector.Table(i).Legal(&legal)
				actions[i] = -1
				if n := legal.Count(); n > 0 {
					actions[i] = int64(legal.Nth(int(card.Below(src, uint64(n)))))
				}
			}
			must.Do(t, s.step(actions, chosen, a))
		}
		for range 2000 {
			step()
		}
		must.Equal(t, testing.AllocsPerRun(300, step), 0, "%s: allocations per step", config)
	}
}

// BenchmarkStep measures what Python runs for 256 tables of the game that OpenSpiel
// also has, on one core: sampling legal actions, and a step. One operation is one step
// of all tables.
func BenchmarkStep(b *testing.B) {
	for _, fields := range []string{"none", "own-cards,pile,table,counts,progress", "cards-and-counts", "default"} {
		b.Run(fields, func(b *testing.B) {
			const n = 256
			t := open(b, fmt.Sprintf(`{"game":"gin","preset":"openspiel","num_envs":%d,"workers":1,"fields":%q}`, n, fields))
			a := t.newArrays()
			runs := make([]uint64, 0, 3*n)
			for i := range uint64(n) {
				runs = append(runs, 1, i, n)
			}
			must.Do(b, t.reset(runs, nil, a))
			src := rand.New(rand.NewPCG(1, 2))
			uniforms, actions := make([]float64, n), make([]int64, n)
			for b.Loop() {
				for i := range uniforms {
					uniforms[i] = src.Float64()
				}
				must.Do(b, sample(a.Masks, uniforms, actions))
				must.Do(b, t.step(actions, nil, a))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/table")
		})
	}
}
