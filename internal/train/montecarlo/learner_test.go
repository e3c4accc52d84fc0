package montecarlo_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
	"rummygym/internal/train"
	"rummygym/internal/train/league"
	"rummygym/internal/train/montecarlo"
)

// config returns a small configuration of Indian Rummy, by default under the rules paper.
// opponents is parsed by spec.ParseShares.
func config(t testing.TB, groups afterstate.IndianGroups, opponents string, rules ...indian.Rules) montecarlo.Config {
	t.Helper()
	if rules == nil {
		rules = []indian.Rules{indian.Paper()}
	}
	shares := must.Get(spec.ParseShares(opponents))(t)
	c := montecarlo.Config{
		Seed: 3, Workers: 2, Games: 40, Replay: 3, Updates: 5, Batch: 32,
		Explore: 0.2, ExploreLast: 0.1, ExploreSteps: 4, Head: network.Gain, Lambda: 1, StartSteps: 2,
	}
	for _, r := range rules {
		g := must.Get(indian.New(r))(t)
		x := must.Get(afterstate.NewIndian(r, groups))(t)
		of := montecarlo.Table{
			Weight: 1, Game: g, Layout: x.Layout(), Never: []game.Action{indian.Drop}, Start: must.Get(indianrummy.New("min-dist"))(t),
			Reader: func() greedy.Reader { return greedy.NewIndian(x.NewReader(nil)) },
		}
		for _, s := range shares {
			switch s.Name {
			case league.SelfName:
				of.League.Self = s.Weight
			case league.PastName:
				of.League.Past = league.Past{Weight: s.Weight, Every: 2, Keep: 2, Rule: league.Prioritised}
			default:
				of.League.Named = append(of.League.Named, agents.Member{Name: s.Name, Weight: s.Weight, New: must.Get(indianrummy.New(s.Name))(t)})
			}
		}
		c.Tables = append(c.Tables, of)
	}
	return c
}

// learner returns a learner with a configuration.
func learner(t testing.TB, c montecarlo.Config, hidden ...int) *montecarlo.Learner {
	t.Helper()
	return must.Get(newLearner(t, c, hidden...))(t)
}

// withPlayers returns c with players of its leagues.
func withPlayers(c montecarlo.Config) montecarlo.Config {
	for i := range c.Tables {
		of := &c.Tables[i]
		of.League.Player = montecarlo.Player(of.Reader, c.PlayedBy()[0])
	}
	return c
}

func newLearner(t testing.TB, c montecarlo.Config, hidden ...int) (*montecarlo.Learner, error) {
	t.Helper()
	c = withPlayers(c)
	d := network.Description{
		Format: network.Format, Kind: network.AfterstateKind, Game: "indian", Fields: "x",
		Inputs: network.Inputs(c.Tables[0].Layout), Heads: montecarlo.Heads(c.PlayedBy()[0]),
	}
	for i, n := range hidden {
		d.Layers = append(d.Layers, network.Layer{Name: string(rune('a' + i)), Size: n, Activation: network.ReLU})
	}
	m := must.Get(train.New(d, train.Settings{Losses: montecarlo.Losses(), Optimizer: train.Adam(2e-3), MaxBatch: c.Batch, Seed: 1, Workers: c.Workers}))(t)
	return montecarlo.New(c, m)
}

// steps makes n steps and returns their rows.
func steps(t testing.TB, l *montecarlo.Learner, n int) (rows [][]float64) {
	t.Helper()
	for range n {
		row := make([]float64, len(l.Columns()))
		must.Do(t, l.Step(t.Context(), row))
		rows = append(rows, row)
	}
	return rows
}

const small = afterstate.AfterProgress | afterstate.AfterTable

// TestStepsDoNotDependOnWorkers checks that the same seed gives the same state with one
// worker and with three, and another seed a different one.
func TestStepsDoNotDependOnWorkers(t *testing.T) {
	c := config(t, small, "self,past,min-dist-opp,random", indian.Club(3), indian.Paper())
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
	c := config(t, small|afterstate.AfterOthers|afterstate.AfterRules, "self,2:past,min-dist-opp:drop=6", indian.Paper(), indian.Club(2), indian.Club(4))
	c.Head, c.Lambda, c.Drops = "both", 0.8, true
	whole := learner(t, c, 8)
	for n := range 5 {
		state := whole.AppendState(nil)
		restored := learner(t, c, 8)
		must.Do(t, restored.Restore(state))
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

// TestTablesByTheirWeights checks that a table without weight changes nothing, and that another
// one does.
func TestTablesByTheirWeights(t *testing.T) {
	file := func(weight float64, rules ...indian.Rules) []byte {
		c := config(t, small, "self,min-dist-opp", rules...)
		if len(rules) > 1 {
			c.Tables[1].Weight = weight
		}
		l := learner(t, c, 8)
		steps(t, l, 4)
		n := must.Get(l.Network())(t)
		return must.Get(n.Append(nil))(t)
	}
	want := file(0, indian.Paper())
	if !bytes.Equal(file(0, indian.Paper(), indian.Club(2)), want) {
		t.Error("a second table with weight 0 changes the network")
	}
	if bytes.Equal(file(1, indian.Paper(), indian.Club(2)), want) {
		t.Error("a second table with weight 1 does not change the network")
	}
}

// TestDrops checks that drops end games early where the learner plays for points, and that
// nobody drops where it plays for wins.
func TestDrops(t *testing.T) {
	turns := func(drops bool, head string) float64 {
		c := config(t, small, "min-dist-opp:drop=4")
		c.Drops, c.Head, c.Games = drops, head, 100
		return steps(t, learner(t, c, 8), 1)[0][1]
	}
	if with, without := turns(true, network.Gain), turns(false, network.Gain); with > 0.8*without {
		t.Errorf("for points: %v turns a game with drops, %v without", with, without)
	}
	if with, without := turns(true, network.Win), turns(false, network.Win); with != without {
		t.Errorf("for wins: %v turns a game with drops, %v without", with, without)
	}
}

func TestOtherAfterstatesRefused(t *testing.T) {
	for want, change := range map[string]func(*game.Field){
		"table 2 have other units": func(f *game.Field) { f.High *= 2 },
		"at this table field":      func(f *game.Field) { f.Name = "chance" },
	} {
		c := config(t, small, "self", indian.Paper(), indian.Paper())
		layout := slices.Clone(c.Tables[1].Layout)
		change(&layout[slices.IndexFunc(layout, func(f game.Field) bool { return f.Name == "out_chance" })])
		c.Tables[1].Layout = layout
		must.Refuse(newLearner(t, c, 8))(t, want)
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
	must.Fail(t, learner(t, c, 8).Restore(append(state, 0)), "1 bytes after")
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
	n := must.Get(l.Network())(t)
	player, opponent := greedy.NewPlayer(c.Tables[0].Reader(), n, c.PlayedBy()[0]), must.Get(indianrummy.New("min-dist"))(t)()
	g := c.Tables[0].Game
	s, o := g.NewState(), g.NewObservation()
	for i := range uint64(testGames) {
		seats := [2]game.Agent{player, opponent}
		if i%2 == 1 {
			seats = [2]game.Agent{opponent, player}
		}
		g.Deal(s, game.DealSource(77, i/2))
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
			must.Do(t, s.Apply(a))
		}
		if s.Outcome().Winner == game.Player(i%2) {
			wins++
		}
	}
	return wins
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*montecarlo.Config){
		"has no game":          func(c *montecarlo.Config) { c.Tables[0].Reader = nil },
		"0 games":              func(c *montecarlo.Config) { c.Games = 0 },
		"exploration":          func(c *montecarlo.Config) { c.Explore = math.NaN() },
		"at the start":         func(c *montecarlo.Config) { c.Tables[0].Start = nil },
		"has no table":         func(c *montecarlo.Config) { c.Tables = nil },
		"table 1 has the weig": func(c *montecarlo.Config) { c.Tables[0].Weight = -1 },
		"no table has a weig":  func(c *montecarlo.Config) { c.Tables[0].Weight = 0 },
		`by the head "pol"`:    func(c *montecarlo.Config) { c.Head = "pol" },
		"lambda 2":             func(c *montecarlo.Config) { c.Lambda = 2 },
	} {
		c := config(t, small, "self")
		change(&c)
		must.Fail(t, c.Validate(), want)
	}
}

// TestUpdatesGrowWithTheReplay checks that AllUpdates is the sum of UpdatesOf, and that
// every step has at least one update.
func TestUpdatesGrowWithTheReplay(t *testing.T) {
	for _, c := range []montecarlo.Config{{Replay: 4, Updates: 10}, {Replay: 1, Updates: 3}, {Replay: 50, Updates: 7}} {
		sum, before := int64(0), int64(0)
		for step := range int64(60) {
			must.Equal(t, c.AllUpdates(step), sum, "%d updates per step, %d steps of replay: in the first %d steps", c.Updates, c.Replay, step)
			n := c.UpdatesOf(step)
			if n < max(1, before) || step >= int64(c.Replay)-1 && n != int64(c.Updates) {
				t.Errorf("%d updates per step, %d steps of replay: %d in step %d, after %d", c.Updates, c.Replay, n, step, before)
			}
			sum, before = sum+n, n
		}
	}
}
