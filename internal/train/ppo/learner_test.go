package ppo

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
)

// nimConfig returns settings that learn nim: half of the tables are self-play, and at the
// others sit past selves and a player that moves perfectly half of the time.
func nimConfig() Config {
	c := DefaultConfig()
	c.Game, c.Seed = nim{}, 1
	c.Env = env.Config{Encoder: nimEncoder{}}
	c.Tables, c.Steps, c.Batch, c.Epochs = 64, 16, 256, 4
	c.EntropyScale = 0.01
	c.Optimizer.Rate.Rate = 1e-2
	c.League = league.Config{
		Self:   2,
		Named:  []agents.Member{{Name: "half", Weight: 1, New: func() game.Agent { return &nimPlayer{skill: .5} }}},
		Past:   league.Past{Weight: 1, Every: 3, Keep: 4, Rule: league.Prioritised},
		Player: Player(nim{}, nimEncoder{}),
	}
	return c
}

// newLearner returns a learner with initial weights drawn from the seed.
func newLearner(t testing.TB, c Config) *Learner {
	t.Helper()
	m := must.Get(train.New(Describe(c.Game, "all", network.Inputs(c.Env.Encoder.Layout()), network.Layer{Name: "one", Size: 16, Activation: network.Tanh}), c.Settings()))(t)
	l := must.Get(New(c, m))(t)
	t.Cleanup(l.Close)
	return l
}

// steps makes n updates and returns what each measured.
func steps(t testing.TB, l *Learner, n int) [][]float64 {
	t.Helper()
	var rows [][]float64
	for range n {
		row := make([]float64, len(l.Columns()))
		must.Do(t, l.Step(context.Background(), row))
		rows = append(rows, row)
	}
	return rows
}

func file(t testing.TB, l *Learner) []byte {
	t.Helper()
	n := must.Get(l.Network())(t)
	return must.Get(n.Append(nil))(t)
}

// TestLearnsNim checks that the learner finds perfect play, the winning move of every heap
// that has one, and the winner of every heap.
func TestLearnsNim(t *testing.T) {
	l := newLearner(t, nimConfig())
	rows := steps(t, l, 60)
	n := must.Get(l.Network())(t)
	e, seen := n.NewEvaluator(), make([]float32, nimMost+1)
	for left := 1; left <= nimMost; left++ {
		nimEncoder{}.Encode(seen, &nimView{left: left})
		e.Run(seen)
		best, logit := -1, float32(math.Inf(-1))
		for a := range min(left, 3) {
			if v := e.Output(0, a); v > logit {
				best, logit = a, v
			}
		}
		if want := left%4 - 1; want >= 0 && best != want {
			t.Errorf("of %d cards the policy takes %d: want %d", left, best+1, want+1)
		}
		if v := e.Output(1, 0); left <= 8 && (v > 0) != (left%4 > 0) {
			t.Errorf("the value of %d cards is %.2f", left, v)
		}
	}
	for _, s := range l.Standings() {
		if s.Name == "half" && (s.Score < .7 || s.Games < 99) {
			t.Errorf("standing against half: %+v", s)
		}
	}
	if explained := rows[len(rows)-1][slices.Index(l.Columns(), "ppo/explained")]; explained < .8 {
		t.Errorf("explained share of the variance: %.2f", explained)
	}
}

// TestWorkersChangeNothing checks that the same seed gives the same weights and measures
// with any number of workers, and another seed other ones.
func TestWorkersChangeNothing(t *testing.T) {
	c := nimConfig()
	c.Workers = 1
	one := newLearner(t, c)
	want := fmt.Sprint(steps(t, one, 8))
	c.Workers = 3
	three := newLearner(t, c)
	if got := fmt.Sprint(steps(t, three, 8)); got != want {
		t.Errorf("measures with 3 workers:\n%s\nwith one:\n%s", got, want)
	}
	if !bytes.Equal(file(t, one), file(t, three)) || !bytes.Equal(one.AppendState(nil), three.AppendState(nil)) {
		t.Error("weights or state with 3 workers differ from those with one")
	}
	c.Seed = 2
	other := newLearner(t, c)
	steps(t, other, 8)
	if bytes.Equal(file(t, one), file(t, other)) {
		t.Error("another seed gives the same weights")
	}
}

// TestResume checks that a learner restored after any update continues like the
// uninterrupted one, bit for bit.
func TestResume(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"as configured": func(*Config) {},
		"self-play":     func(c *Config) { c.League = league.Config{Self: 1, Player: c.League.Player} },
		"past selves":   func(c *Config) { c.League.Self, c.League.Named, c.League.Past.Every, c.League.Past.Keep = 0, nil, 1, 1 },
		"warm-up":       func(c *Config) { c.WarmUp = 3 },
		"step limit":    func(c *Config) { c.Env.MaxSteps = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			c := nimConfig()
			c.Steps = 3 // episodes span several updates
			change(&c)
			uninterrupted := newLearner(t, c)
			states := [][]byte{uninterrupted.AppendState(nil)}
			var want []string
			for range 6 {
				want = append(want, fmt.Sprint(steps(t, uninterrupted, 1)))
				states = append(states, uninterrupted.AppendState(nil))
			}
			for at, state := range states {
				l := newLearner(t, c)
				if err := l.Restore(state); err != nil {
					t.Fatalf("after %d updates: %v", at, err)
				}
				if !bytes.Equal(l.AppendState(nil), state) {
					t.Fatalf("after %d updates: the restored state differs", at)
				}
				for u := at; u < 6; u++ {
					if got := fmt.Sprint(steps(t, l, 1)); got != want[u] {
						t.Fatalf("restored after %d updates, update %d measures\n%s\nwant\n%s", at, u, got, want[u])
					}
				}
				if !bytes.Equal(l.AppendState(nil), states[6]) {
					t.Fatalf("restored after %d updates: a different state at the end", at)
				}
			}
		})
	}
}

func TestRestoreRefuses(t *testing.T) {
	c := nimConfig()
	l := newLearner(t, c)
	steps(t, l, 2)
	state := l.AppendState(nil)
	for i := 0; i < len(state); i += 101 {
		if err := newLearner(t, c).Restore(state[:i]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", i, len(state))
		}
	}
	if err := newLearner(t, c).Restore(append(bytes.Clone(state), 1)); err == nil {
		t.Error("a state with an extra byte is accepted")
	}
}

// TestWarmUp checks that a warm-up trains the value and keeps the policy fixed.
func TestWarmUp(t *testing.T) {
	c := nimConfig()
	c.WarmUp = 20
	c.EntropyScale = 0
	c.League = league.Config{Named: []agents.Member{{Name: "perfect", Weight: 1, New: func() game.Agent { return &nimPlayer{skill: 1} }}}}
	l := newLearner(t, c)
	before := must.Get(l.Network())(t)
	rows := steps(t, l, 20)
	after := must.Get(l.Network())(t)
	far := 0.0
	b, a, seen := before.NewEvaluator(), after.NewEvaluator(), make([]float32, nimMost+1)
	for left := 3; left <= nimMost; left++ {
		nimEncoder{}.Encode(seen, &nimView{left: left})
		b.Run(seen)
		a.Run(seen)
		p, q := make([]float32, 3), make([]float32, 3)
		legal := game.Mask{7}
		softmax(p, []float32{b.Output(0, 0), b.Output(0, 1), b.Output(0, 2)}, &legal)
		softmax(q, []float32{a.Output(0, 0), a.Output(0, 1), a.Output(0, 2)}, &legal)
		for i := range p {
			far = max(far, math.Abs(float64(p[i]-q[i])))
		}
	}
	if far > 0.15 {
		t.Errorf("a probability moved by %.3f", far)
	}
	if v := slices.Index(l.Columns(), "ppo/value"); rows[19][v] > .8*rows[0][v] {
		t.Errorf("squared error of the value: %.3f, at the start %.3f", rows[19][v], rows[0][v])
	}
}

func TestConfigValidate(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"no game":                    func(c *Config) { c.Game = nil },
		"no encoder":                 func(c *Config) { c.Env.Encoder = nil },
		"workers is -1":              func(c *Config) { c.Workers = -1 },
		"0 tables and 16 steps":      func(c *Config) { c.Tables = 0 },
		"64 tables and 0 steps":      func(c *Config) { c.Steps = 0 },
		"0 epochs in batches of 256": func(c *Config) { c.Epochs = 0 },
		"4 epochs in batches of 0":   func(c *Config) { c.Batch = 0 },
		"lambda is 2":                func(c *Config) { c.Lambda = 2 },
		"clip ratio is 0":            func(c *Config) { c.Clip = 0 },
		"warm-up of -1":              func(c *Config) { c.WarmUp = -1 },
		"target KL is NaN":           func(c *Config) { c.TargetKL = math.NaN() },
		"entropy scale is -1":        func(c *Config) { c.EntropyScale = -1 },
		"1 tables for self-play":     func(c *Config) { c.Tables = 1 },
		"Gamma is 2":                 func(c *Config) { c.Env.Gamma = 2 },
		"league: weight -1":          func(c *Config) { c.League.Past.Weight = -1 },
	} {
		c := nimConfig()
		spoil(&c)
		must.Fail(t, c.Validate(), want)
	}
}
