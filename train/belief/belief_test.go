package belief_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	agentbelief "rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
	"rummygym/train"
	"rummygym/train/belief"
)

// config returns a configuration with tables of two rules and the players min-dist and random.
func config(t testing.TB, workers int) belief.Config {
	c := belief.Config{Rows: 100, Seed: 5, Workers: workers}
	for weight, rules := range []indian.Rules{indian.Paper(), indian.Club(3)} {
		g := must.Get(indian.New(rules))(t)
		table := belief.Table{Weight: float64(1 + weight), Game: g}
		for _, spec := range []string{"min-dist", "random"} {
			create := must.Get(indianrummy.New(spec))(t)
			table.Players = append(table.Players, belief.Player{Name: spec, Weight: 1, New: create})
		}
		c.Tables = append(c.Tables, table)
	}
	return c
}

// learner returns a learner with a small network.
func learner(t testing.TB, c belief.Config) *belief.Learner {
	m := must.Get(train.New(agentbelief.Describe(network.ReLU, 16), train.Settings{
		Losses: belief.Losses(), Optimizer: train.Adam(3e-3), MaxBatch: c.Rows, Seed: 1,
	}))(t)
	return must.Get(belief.New(c, m))(t)
}

// steps makes n steps and returns the last row.
func steps(t testing.TB, l *belief.Learner, n int) []float64 {
	row := make([]float64, len(l.Columns()))
	for range n {
		must.Do(t, l.Step(context.Background(), row))
	}
	return row
}

func TestLearnerLearns(t *testing.T) {
	c := config(t, 2)
	l := learner(t, c)
	e := must.Get(belief.HeldOut(c, 40, 77, 10))(t)
	measure := func() []float64 {
		n := must.Get(l.Network())(t)
		row := make([]float64, len(e.Columns))
		must.Do(t, e.Measure(context.Background(), n, row))
		return row
	}
	steps(t, l, 2)
	before := measure()
	steps(t, l, 300)
	after := measure()
	for i, name := range e.Columns {
		if !(after[i] < before[i]) {
			t.Errorf("%s is %.3f after 300 steps, and was %.3f before", name, after[i], before[i])
		}
	}
	if sum := after[1] + after[2] + after[3] + after[4]; math.Abs(after[0]-sum) > 1e-9 {
		t.Errorf("held-out/loss %v is not the sum %v of the others", after[0], sum)
	}
}

// TestLearnerFollowsFromItsSeed checks that the same seed gives the same weights, with any
// number of workers, and after saving and restoring in the middle of a game.
func TestLearnerFollowsFromItsSeed(t *testing.T) {
	one, three := learner(t, config(t, 1)), learner(t, config(t, 3))
	steps(t, one, 3)
	steps(t, three, 3)
	state := one.AppendState(nil)
	if !bytes.Equal(state, three.AppendState(nil)) {
		t.Error("three workers give a different state")
	}
	again := learner(t, config(t, 2))
	steps(t, again, 1)
	must.Do(t, again.Restore(state))
	a, b := steps(t, one, 4), steps(t, again, 4)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("losses %v after restoring, want %v", b, a)
		}
	}
	if !bytes.Equal(one.AppendState(nil), again.AppendState(nil)) {
		t.Error("the state after restoring differs")
	}
	other := config(t, 1)
	other.Seed++
	l := learner(t, other)
	steps(t, l, 3)
	if bytes.Equal(state, l.AppendState(nil)) {
		t.Error("another seed gives the same state")
	}
}

func TestLearnerRefuses(t *testing.T) {
	for want, change := range map[string]func(*belief.Config){
		"no game":           func(c *belief.Config) { c.Tables[1].Game = nil },
		"no tables":         func(c *belief.Config) { c.Tables = nil },
		"the weight 0":      func(c *belief.Config) { c.Tables[1].Weight = 0 },
		"no players":        func(c *belief.Config) { c.Tables[1].Players = nil },
		"0 decisions":       func(c *belief.Config) { c.Rows = 0 },
		"-1 workers":        func(c *belief.Config) { c.Workers = -1 },
		"weight 0":          func(c *belief.Config) { c.Tables[0].Players[1].Weight = 0 },
		"weight NaN":        func(c *belief.Config) { c.Tables[0].Players[1].Weight = math.NaN() },
		"an agent":          func(c *belief.Config) { c.Tables[0].Players[0].New = func() func() game.Agent { return nil }() },
		"have hand-size 10": func(c *belief.Config) { r := indian.Paper(); r.HandSize = 10; c.Tables[1].Game, _ = indian.New(r) },
	} {
		c := config(t, 1)
		change(&c)
		must.Fail(t, c.Validate(), want)
	}
	l := learner(t, config(t, 1))
	state := l.AppendState(nil)
	if err := l.Restore(state[:10]); err == nil {
		t.Error("half a state is accepted")
	}
	if err := l.Restore(append(state, 1)); err == nil {
		t.Error("a state with extra bytes is accepted")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := l.Step(ctx, make([]float64, 9)); err == nil {
		t.Error("a step succeeds after the end of its context")
	}
}
