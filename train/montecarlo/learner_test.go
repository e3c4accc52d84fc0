package montecarlo_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"rummygym/agents/greedy"
	"rummygym/agents/network"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/afterstate"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/montecarlo"
)

// agent returns the constructor of a baseline.
func agent(t testing.TB, spec string) func() game.Agent {
	t.Helper()
	create, err := indianrummy.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return create
}

// config returns a small configuration of Indian Rummy. opponents is parsed by
// league.ParseShares.
func config(t testing.TB, groups afterstate.IndianGroups, opponents string) montecarlo.Config {
	t.Helper()
	g, err := indian.New(indian.Paper())
	if err != nil {
		t.Fatal(err)
	}
	x, err := afterstate.NewIndian(indian.Paper(), groups)
	if err != nil {
		t.Fatal(err)
	}
	c := montecarlo.Config{
		Game: g, Layout: x.Layout(), Never: []game.Action{indian.Drop}, Seed: 3, Workers: 2,
		Reader: func() greedy.Reader { return greedy.NewIndian(x.NewReader(nil)) },
		Games:  40, Replay: 3, Updates: 5, Batch: 32, Explore: 0.2, ExploreLast: 0.1, ExploreSteps: 4, Heads: []string{network.Gain}, Lambda: 1,
		Start: agent(t, "min-dist"), StartSteps: 2,
	}
	shares, err := league.ParseShares(opponents)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shares {
		switch s.Name {
		case league.SelfName:
			c.League.Self = s.Weight
		case league.PastName:
			c.League.Past = league.Past{Weight: s.Weight, Every: 2, Keep: 2, Rule: league.Prioritised}
		default:
			c.League.Named = append(c.League.Named, league.Member{Name: s.Name, Weight: s.Weight, New: agent(t, s.Name)})
		}
	}
	return c
}

// learner returns a learner with a configuration.
func learner(t testing.TB, c montecarlo.Config, hidden ...int) *montecarlo.Learner {
	t.Helper()
	c.League.Player = montecarlo.Player(&c)
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: "x",
		Inputs: network.Inputs(c.Layout), Heads: montecarlo.Heads(c.Heads[0]),
	}
	for i, n := range hidden {
		d.Layers = append(d.Layers, network.Layer{Name: string(rune('a' + i)), Size: n, Activation: network.ReLU})
	}
	m, err := train.New(d, train.Settings{Losses: montecarlo.Losses(), Optimizer: train.Adam(2e-3), MaxBatch: c.Batch, Seed: 1, Workers: c.Workers})
	if err != nil {
		t.Fatal(err)
	}
	l, err := montecarlo.New(c, m)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// steps makes n steps and returns their rows.
func steps(t testing.TB, l *montecarlo.Learner, n int) (rows [][]float64) {
	t.Helper()
	for range n {
		row := make([]float64, len(l.Columns()))
		if err := l.Step(t.Context(), row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

const small = afterstate.AfterProgress | afterstate.AfterTable

// TestStepsDoNotDependOnWorkers checks that the same seed gives the same state with one
// worker and with three, and another seed a different one.
func TestStepsDoNotDependOnWorkers(t *testing.T) {
	c := config(t, small, "self,past,min-dist-opp,random")
	want := learner(t, c, 8)
	steps(t, want, 5)
	c.Workers = 3
	got := learner(t, c, 8)
	steps(t, got, 5)
	if !bytes.Equal(got.AppendState(nil), want.AppendState(nil)) {
		t.Error("another number of workers gives a different state")
	}
	c.Seed++
	other := learner(t, c, 8)
	steps(t, other, 5)
	if bytes.Equal(other.AppendState(nil), want.AppendState(nil)) {
		t.Error("another seed gives the same state")
	}
}

// TestRestoredLearnersGoOn checks that a restored learner continues like the original with
// all kinds of games in the replay: by the initial rule, by networks, and against past
// selves that the league has since removed.
func TestRestoredLearnersGoOn(t *testing.T) {
	c := config(t, small, "self,2:past,min-dist-opp")
	c.Heads, c.Lambda = []string{network.Gain, network.Win}, 0.8
	whole := learner(t, c, 8)
	for n := range 9 {
		state := whole.AppendState(nil)
		restored := learner(t, c, 8)
		if err := restored.Restore(state); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(restored.AppendState(nil), state) {
			t.Fatalf("after %d steps: the state of the restored learner differs", n)
		}
		want, got := steps(t, whole, 1)[0], steps(t, restored, 1)[0]
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("step %d: column %s is %v, want %v", n, whole.Columns()[i], got[i], want[i])
			}
		}
		if !bytes.Equal(restored.AppendState(nil), whole.AppendState(nil)) {
			t.Fatalf("after step %d the restored learner differs", n)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	c := config(t, small, "self")
	l := learner(t, c, 8)
	steps(t, l, 3)
	state := l.AppendState(nil)
	for n := range len(state) {
		if n%97 != 0 && n < len(state)-20 {
			continue
		}
		if err := learner(t, c, 8).Restore(state[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted as a state", n, len(state))
		}
	}
	if err := learner(t, c, 8).Restore(append(state, 0)); err == nil || !strings.Contains(err.Error(), "1 bytes after") {
		t.Errorf("error %v", err)
	}
}

func TestStepStops(t *testing.T) {
	l := learner(t, config(t, small, "self"), 8)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Step(ctx, make([]float64, len(l.Columns()))); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestLearns checks that within seconds the losses fall below those of a constant
// prediction, and that the player beats its initial version.
func TestLearns(t *testing.T) {
	c := config(t, afterstate.AllIndianGroups&^afterstate.AfterModelled, "self,min-dist")
	c.Games, c.Replay, c.Updates, c.Batch, c.StartSteps = 800, 6, 100, 256, 3
	n := 6
	if testing.Short() {
		n = 3
	}
	l := learner(t, c, 32)
	rows := steps(t, l, n)
	at := map[string]int{}
	for i, name := range l.Columns() {
		at[name] = i
	}
	last := rows[len(rows)-1]
	if last[at["win/logistic"]] > 0.63 {
		t.Errorf("loss of the win %v nats: want well below %.3f", last[at["win/logistic"]], math.Ln2)
	}
	if first := rows[0][at["gain/squared"]]; last[at["gain/squared"]] > first {
		t.Errorf("squared error of the gain %v, and %v at first", last[at["gain/squared"]], first)
	}
	if testing.Short() {
		return
	}
	fresh, taught := wins(t, c, learner(t, c, 32)), wins(t, c, l)
	t.Logf("the network wins %d of %d games against min-dist, and %d before training", taught, testGames, fresh)
	if taught < fresh+testGames*8/100 {
		t.Errorf("the network wins %d of %d games against min-dist, and %d before training", taught, testGames, fresh)
	}
}

const testGames = 1000

// wins returns how many games the network of a learner wins against min-dist.
func wins(t testing.TB, c montecarlo.Config, l *montecarlo.Learner) (wins int) {
	t.Helper()
	n, err := l.Network()
	if err != nil {
		t.Fatal(err)
	}
	player, opponent := greedy.NewPlayer(c.Reader(), n, c.Heads[0]), agent(t, "min-dist")()
	s, o := c.Game.NewState(), c.Game.NewObservation()
	for i := range uint64(testGames) {
		seats := [2]game.Agent{player, opponent}
		if i%2 == 1 {
			seats = [2]game.Agent{opponent, player}
		}
		c.Game.Deal(s, game.DealSource(77, i/2))
		for k, a := range seats {
			a.Reset(game.AgentSeed(77, i, game.Player(k)))
		}
		var legal game.Mask
		for s.Current() != game.NoPlayer {
			p := s.Current()
			s.Observe(p, o)
			s.Legal(&legal)
			legal.Unset(indian.Drop)
			a, _ := seats[p].Act(o, &legal)
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		if s.Outcome().Winner == game.Player(i%2) {
			wins++
		}
	}
	return wins
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*montecarlo.Config){
		"has no game":          func(c *montecarlo.Config) { c.Reader = nil },
		"0 games":              func(c *montecarlo.Config) { c.Games = 0 },
		"exploration":          func(c *montecarlo.Config) { c.Explore = math.NaN() },
		"at the start":         func(c *montecarlo.Config) { c.Start = nil },
		`by the heads ["pol"]`: func(c *montecarlo.Config) { c.Heads = []string{"pol"} },
		"lambda 2":             func(c *montecarlo.Config) { c.Lambda = 2 },
	} {
		c := config(t, small, "self")
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not contain %q", err, want)
		}
	}
}

// TestUpdatesGrowWithTheReplay checks that AllUpdates is the sum of UpdatesOf, and that
// every step has at least one update.
func TestUpdatesGrowWithTheReplay(t *testing.T) {
	for _, c := range []montecarlo.Config{{Replay: 4, Updates: 10}, {Replay: 1, Updates: 3}, {Replay: 50, Updates: 7}} {
		sum, before := int64(0), int64(0)
		for step := range int64(60) {
			if all := c.AllUpdates(step); all != sum {
				t.Errorf("%d updates per step, %d steps of replay: %d in the first %d steps, want %d", c.Updates, c.Replay, all, step, sum)
			}
			n := c.UpdatesOf(step)
			if n < max(1, before) || step >= int64(c.Replay)-1 && n != int64(c.Updates) {
				t.Errorf("%d updates per step, %d steps of replay: %d in step %d, after %d", c.Updates, c.Replay, n, step, before)
			}
			sum, before = sum+n, n
		}
	}
}
