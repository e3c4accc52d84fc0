package ppo_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/features/encoder"
	"rummygym/internal/must"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/ppo"
	"rummygym/train/remote"
)

// actors plays at the tables of a learner by several actors, at a few at a time of which the last come
// first.
type actors struct {
	all  []*ppo.Actor
	size int64
	left []remote.Request
	n    int
}

func newActors(t testing.TB, c ppo.Config, n int, size int64) *actors {
	a := &actors{size: size}
	c.Remote = nil
	for i := range n {
		c.Workers = 1 + i
		one := must.Get(ppo.NewActor(c))(t)
		t.Cleanup(one.Close)
		a.all = append(a.all, one)
	}
	return a
}

func (a *actors) Ask(r remote.Request) error {
	for from := r.From; from < r.To; from += a.size {
		part := r
		part.From, part.To = from, min(from+a.size, r.To)
		a.left = append(a.left, part)
	}
	return nil
}

func (a *actors) Next(ctx context.Context) (remote.Reply, error) {
	at := len(a.left) - 1
	r := a.left[at]
	a.left = a.left[:at]
	a.n++
	data, err := a.all[a.n%len(a.all)].Play(ctx, r)
	return remote.Reply{Step: r.Step, From: r.From, To: r.To, Data: data}, err
}

// withPast returns settings of a learner with self-play, past selves and an agent, whose episodes are
// longer than an update and some of which the step limit cuts off.
func withPast(t testing.TB, game table, opponent string) ppo.Config {
	t.Helper()
	create := must.Get(players[game.game.Name()](opponent))(t)
	c := ppo.DefaultConfig()
	c.Game, c.Seed = game.game, 3
	c.Tables, c.Steps, c.Batch, c.Epochs = 17, 13, 128, 2
	c.Env.Encoder, c.Env.MaxSteps, c.Env.Gamma = game.encoder, 60, .99
	c.Env.Potential, c.Env.PotentialScale = encoder.DeadwoodPotential, .02
	if game.game.Name() == "indian" {
		c.Env.Potential, c.Env.PotentialScale = encoder.MinDistPotential, .3
	}
	c.League = league.Config{
		Self: 1, Named: []league.Member{{Name: opponent, Weight: 1, New: create}},
		Past: league.Past{Weight: 1, Every: 1, Keep: 2, Rule: league.Prioritised}, Player: ppo.Player(game.game, game.encoder),
	}
	return c
}

func newLearner(t testing.TB, c ppo.Config) *ppo.Learner {
	t.Helper()
	d := ppo.Describe(c.Game, "some", network.Inputs(c.Env.Encoder.Layout()), network.Layer{Name: "one", Size: 24, Activation: network.ReLU})
	m := must.Get(train.New(d, c.Settings()))(t)
	l := must.Get(ppo.New(c, m))(t)
	t.Cleanup(l.Close)
	return l
}

func steps(t testing.TB, l *ppo.Learner, n int) {
	t.Helper()
	for i := range n {
		if err := l.Step(t.Context(), make([]float64, len(l.Columns()))); err != nil {
			t.Fatalf("update %d: %v", i, err)
		}
	}
}

// TestActorsChangeNothing checks that a learner whose tables are played at by actors, at a few tables
// each and out of order, has the same state as one that plays itself, also after it was restored.
func TestActorsChangeNothing(t *testing.T) {
	for _, c := range []ppo.Config{withPast(t, indianTable(t), "min-dist"), withPast(t, ginTable(t), "simple")} {
		t.Run(c.Game.Name(), func(t *testing.T) {
			want, state := newLearner(t, c), [][]byte(nil)
			for range 7 {
				steps(t, want, 1)
				state = append(state, want.AppendState(nil))
			}
			c.Remote = newActors(t, c, 3, 5)
			got := newLearner(t, c)
			for i := range state {
				if i == 3 {
					got = newLearner(t, c)
					must.Do(t, got.Restore(state[i-1]))
				}
				steps(t, got, 1)
				if !bytes.Equal(got.AppendState(nil), state[i]) {
					t.Fatalf("with actors the state is another after update %d", i)
				}
			}
		})
	}
}

// TestOldDecisions checks that a learner with Staleness asks for the decisions of an update before it
// learns from those of the one before, and that the results are the same again.
func TestOldDecisions(t *testing.T) {
	c := withPast(t, ginTable(t), "simple")
	c.Staleness = 1
	var states [2][]byte
	for i := range states {
		of := newActors(t, c, 2, 6)
		c.Remote = of
		l := newLearner(t, c)
		steps(t, l, 5)
		if n := len(of.left); n != 3 || of.left[0].Step != 5 {
			t.Errorf("after 5 updates %d parts are asked for: want 3 of the sixth", n)
		}
		states[i] = l.AppendState(nil)
		steps(t, l, 2)
		restored := newLearner(t, c) // its decisions are newer than those of l
		of.left = nil
		if err := restored.Restore(states[i]); err != nil || !bytes.Equal(restored.AppendState(nil), states[i]) {
			t.Fatalf("the state is another after it was restored (error %v)", err)
		}
		steps(t, restored, 2)
	}
	if !bytes.Equal(states[0], states[1]) {
		t.Error("the same seed gives another state")
	}
	c.Remote = nil
	must.Fail(t, c.Validate(), "played elsewhere")
}

// TestActorsRefuse checks requests and replies that do not fit the settings or are damaged.
func TestActorsRefuse(t *testing.T) {
	c := withPast(t, ginTable(t), "simple")
	of := newActors(t, c, 1, 5)
	k := &keeper{}
	c.Remote = k
	step := func() error {
		l := newLearner(t, c)
		return l.Step(t.Context(), make([]float64, len(l.Columns())))
	}
	if err := step(); err == nil {
		t.Fatal("an update without decisions succeeds")
	}
	good := k.asked
	data := must.Get(of.all[0].Play(t.Context(), good))(t)
	k.reply = remote.Reply{To: good.To, Data: data}
	must.Do(t, step())
	for n := 0; n < len(data); n += 1 + len(data)/20 {
		if k.reply.Data = data[:n]; step() == nil {
			t.Fatalf("a reply of %d of %d bytes is accepted", n, len(data))
		}
		k.reply.Data = slices.Clone(data)
		k.reply.Data[n] ^= 4
		step() // does not panic
	}
	for want, bad := range map[string]remote.Reply{
		"tables 0 to 18":    {To: 18, Data: data},
		"update 1 have com": {To: 17, Step: 1, Data: data},
		"tables 0 to 5":     {To: 5, Data: data},
	} {
		if k.reply = bad; !strings.Contains(step().Error(), want) {
			t.Errorf("error %v does not contain %q", step(), want)
		}
	}
	for want, bad := range map[string]remote.Request{
		"tables 3 to 3":     {From: 3, To: 3, Shared: good.Shared},
		"same settings":     {To: 17, Shared: good.Shared[:len(good.Shared)-8]},
		"request of update": {To: 17},
	} {
		must.Refuse(of.all[0].Play(t.Context(), bad))(t, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := of.all[0].Play(ctx, good); err == nil {
		t.Error("an actor plays after the end of its context")
	}
}

// keeper keeps what it is asked for and returns one reply.
type keeper struct {
	asked remote.Request
	reply remote.Reply
}

func (k *keeper) Ask(r remote.Request) error                       { k.asked = r; return nil }
func (k *keeper) Next(context.Context) (r remote.Reply, err error) { return k.reply, nil }
