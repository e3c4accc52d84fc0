package league_test

import (
	"bytes"
	"math"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/safetensors"
	"rummygym/internal/must"
	"rummygym/internal/train/league"
)

// caller is an agent that always plays its own action.
type caller struct {
	action game.Action
	seed   uint64
}

func (c *caller) Reset(seed uint64) { c.seed = seed }
func (c *caller) Act(game.Observation, *game.Mask) (game.Action, float64) {
	return c.action, 1
}

func named(name string, weight float64, a game.Action) agents.Member {
	return agents.Member{Name: name, Weight: weight, New: func() game.Agent { return &caller{action: a} }}
}

// snapshot returns a network whose only weight is the action of its agent.
func snapshot(t *testing.T, action float32) *network.Network {
	t.Helper()
	return must.Get(network.New(network.Description{
		Format: network.Format, Game: "toy", Fields: "all",
		Inputs: []network.Input{{Name: "x", Shape: []int{}, Scale: 1}},
		Heads:  []network.Head{{Name: network.Policy, Size: 1}},
	}, []safetensors.Tensor{
		{Name: "policy.weight", Shape: []int{1, 1}, Data: []float32{action}},
		{Name: "policy.bias", Shape: []int{1}, Data: []float32{0}},
	}))(t)
}

func player(n *network.Network) (func() game.Agent, error) {
	a := game.Action(n.Weights()[0].Data[0])
	return func() game.Agent { return &caller{action: a} }, nil
}

func config() league.Config {
	return league.Config{
		Self:   1,
		Named:  []agents.Member{named("a", 1, 10), named("b", 2, 20)},
		Past:   league.Past{Weight: 4, Every: 2, Keep: 3, Rule: league.Uniform},
		Player: player,
	}
}

func newLeague(t *testing.T, c league.Config) *league.League {
	t.Helper()
	return must.Get(league.New(c))(t)
}

// add adds past selves 0, 1, … n-1 that play the actions 100, 101, …
func add(t *testing.T, l *league.League, n int) {
	t.Helper()
	for u := range n {
		must.Get(l.Add(snapshot(t, float32(100+u)), u))(t)
	}
}

// shares returns how often each member is drawn, by name.
func shares(l *league.League, other bool) map[string]float64 {
	const n = 100_000
	got := map[string]float64{}
	for i := range uint64(n) {
		id := l.Draw(game.Seed(i))
		if other {
			id = l.DrawOther(game.Seed(i))
		}
		got[l.Name(id)] += 1.0 / n
	}
	return got
}

func mustShare(t *testing.T, what string, got, want map[string]float64) {
	t.Helper()
	for name := range got {
		if want[name] == 0 {
			t.Errorf("%s: %s was drawn", what, name)
		}
	}
	for name, w := range want {
		if math.Abs(got[name]-w) > 0.01 {
			t.Errorf("%s: %s is drawn with a share of %.3f, want %.3f", what, name, got[name], w)
		}
	}
}

func TestDrawFollowsWeights(t *testing.T) {
	l := newLeague(t, config())
	mustShare(t, "without past selves", shares(l, false), map[string]float64{"self": .25, "a": .25, "b": .5})
	mustShare(t, "others", shares(l, true), map[string]float64{"a": 1. / 3, "b": 2. / 3})
	add(t, l, 2)
	mustShare(t, "two past selves", shares(l, false),
		map[string]float64{"self": .125, "a": .125, "b": .25, "past-0": .25, "past-1": .25})
	add(t, l, 0)
	for _, s := range l.Standings() {
		if got := shares(l, false)[s.Name]; math.Abs(got-s.Probability) > 0.01 {
			t.Errorf("%s is drawn with a share of %.3f, but its standing has %.3f", s.Name, got, s.Probability)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule league.Rule
		want map[string]float64
	}{
		{league.Uniform, map[string]float64{"past-0": 1. / 3, "past-1": 1. / 3, "past-2": 1. / 3}},
		{league.Latest, map[string]float64{"past-2": 1}},
		// Scores of about .05/1.1, .5 and 1.05/1.1; computed below.
		{league.Prioritised, nil},
		{league.Variance, nil},
	} {
		cfg := config()
		cfg.Self, cfg.Named, cfg.Past.Rule = 0, nil, c.rule
		l := newLeague(t, cfg)
		add(t, l, 3)
		for range 19 {
			l.Record(1, 0) // past-0 beats the learner
			l.Record(3, 1) // the learner beats past-2
		}
		l.Refresh()
		if c.want == nil {
			games := (1 - math.Pow(.99, 19)) / .01
			p := []float64{.5 / (games + 1), .5, (games + .5) / (games + 1)}
			total, w := 0.0, make([]float64, 3)
			for i, p := range p {
				if w[i] = (1 - p) * (1 - p); c.rule == league.Variance {
					w[i] = p * (1 - p)
				}
				total += w[i]
			}
			c.want = map[string]float64{"past-0": w[0] / total, "past-1": w[1] / total, "past-2": w[2] / total}
		}
		mustShare(t, string(c.rule), shares(l, false), c.want)
	}
}

// TestRecordWaitsForRefresh checks that results count only after the next Refresh, so that
// the order in which episodes end does not affect draws.
func TestRecordWaitsForRefresh(t *testing.T) {
	cfg := config()
	cfg.Past.Rule = league.Prioritised
	l := newLeague(t, cfg)
	add(t, l, 2)
	before := shares(l, false)["past-0"]
	for range 50 {
		l.Record(3, 1)
	}
	if got := shares(l, false)["past-0"]; got != before {
		t.Errorf("a result changed the share from %v to %v before Refresh", before, got)
	}
	l.Refresh()
	if got := shares(l, false)["past-0"]; got > before/4 {
		t.Errorf("after 50 wins past-0 is drawn with a share of %v, before with %v", got, before)
	}
}

func TestOldPastSelvesRetire(t *testing.T) {
	l := newLeague(t, config())
	add(t, l, 5) // 3 are kept
	got := shares(l, false)
	if got["past-0"]+got["past-1"] > 0 || got["past-2"] == 0 {
		t.Errorf("after five snapshots with 3 kept: %v", got)
	}
	if l.Name(3) != "past-0" {
		t.Errorf("before the sweep member 3 is %q", l.Name(3))
	}
	l.Sweep([]league.ID{4})
	if l.Name(3) != "" || l.Name(4) != "past-1" || l.Name(7) != "past-4" {
		t.Errorf("after the sweep members 3, 4 and 7 are %q, %q and %q", l.Name(3), l.Name(4), l.Name(7))
	}
	l.Record(3, 1) // removed: ignored
	if l.Score(3) != .5 {
		t.Errorf("score against a removed member: %v", l.Score(3))
	}
}

func TestDue(t *testing.T) {
	l := newLeague(t, config())
	for u, want := range []bool{true, false, true, false, true} {
		if l.Due(u) != want {
			t.Errorf("snapshot due before update %d: %v", u, !want)
		}
	}
	cfg := config()
	cfg.Past = league.Past{}
	if newLeague(t, cfg).Due(0) {
		t.Error("a snapshot is due although there are no past selves")
	}
}

func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(*league.Config){
		`weight -1 of a`:                 func(c *league.Config) { c.Named[0].Weight = -1 },
		`weight NaN of self`:             func(c *league.Config) { c.Self = math.NaN() },
		`weight +Inf of past`:            func(c *league.Config) { c.Past.Weight = math.Inf(1) },
		`member 2 ("a")`:                 func(c *league.Config) { c.Named[1].Name = "a" },
		`member 1 ("past")`:              func(c *league.Config) { c.Named[0].Name = "past" },
		`member 1 ("a")`:                 func(c *league.Config) { c.Named[0].New = nil },
		`nobody to play against`:         func(c *league.Config) { *c = league.Config{} },
		`every 0 updates, of which 3`:    func(c *league.Config) { c.Past.Every = 0 },
		`every 2 updates, of which 0`:    func(c *league.Config) { c.Past.Keep = 0 },
		`Past.Rule is "oldest"`:          func(c *league.Config) { c.Past.Rule = "oldest" },
		`Player is nil, but past selves`: func(c *league.Config) { c.Player = nil },
	} {
		c := config()
		spoil(&c)
		must.Refuse(league.New(c))(t, want)
	}
}

func TestStateRoundTrip(t *testing.T) {
	cfg := config()
	cfg.Past.Rule = league.Prioritised
	l := newLeague(t, cfg)
	add(t, l, 5)
	l.Sweep([]league.ID{4})
	for i := range 20 {
		l.Record(league.ID(i%8), float64(i%3)/2)
	}
	l.Refresh()
	state := l.AppendState(nil)
	back := newLeague(t, cfg)
	must.Do(t, back.Restore(state))
	if again := back.AppendState(nil); !bytes.Equal(state, again) {
		t.Fatal("the restored state differs")
	}
	for i := range uint64(10_000) {
		if l.Draw(i<<50) != back.Draw(i<<50) {
			t.Fatalf("draw %d differs", i)
		}
	}
	for _, league := range []*league.League{l, back} { // the next past self has the same number
		if id, err := league.Add(snapshot(t, 1), 9); err != nil || id != 8 {
			t.Errorf("next past self is %d (error %v), want 8", id, err)
		}
	}
	seat := back.NewSeat(false)
	if err := seat.Place(4); err != nil { // retired, but at a table
		t.Fatal(err)
	}
	seat.Reset(1)
	if a, _ := seat.Act(nil, nil); a != 101 || seat.Member() != 4 {
		t.Errorf("past-1 restored plays %d as member %d", a, seat.Member())
	}
	if err := seat.Place(3); err == nil {
		t.Error("a removed past self is placed")
	}
}

func TestRestoreRefuses(t *testing.T) {
	l := newLeague(t, config())
	add(t, l, 2)
	state := l.AppendState(nil)
	before := l.AppendState(nil)
	for i := range state {
		if err := l.Restore(state[:i]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", i, len(state))
		}
	}
	must.Fail(t, l.Restore(append(bytes.Clone(state), 0)), "has 1 bytes after its end")
	must.Fail(t, l.Restore([]byte{9}), "version 9")
	other := config()
	other.Named[1].Name = "c"
	must.Fail(t, newLeague(t, other).Restore(state), `2 "b": want 2 "c"`)
	none := config()
	none.Past = league.Past{}
	must.Fail(t, newLeague(t, none).Restore(state), `past self 3 "past-0"`)
	if after := l.AppendState(nil); !bytes.Equal(before, after) {
		t.Error("a refused state changed the league")
	}
}
