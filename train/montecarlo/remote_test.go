package montecarlo_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"rummygym/agents/network"
	"rummygym/env/indian"
	"rummygym/features/afterstate"
	"rummygym/internal/must"
	"rummygym/train/montecarlo"
	"rummygym/train/remote"
)

// actors plays the games of a learner by several actors, in small parts of which the last come first.
type actors struct {
	t    testing.TB
	all  []*montecarlo.Actor
	size int64
	late int // how many parts that were asked for later come before a part; 0: all of the request
	left []remote.Request
	n    int
}

// newActors returns n actors with a configuration.
func newActors(t testing.TB, c montecarlo.Config, n int, size int64) *actors {
	a := &actors{t: t, size: size}
	c.Staleness, c.Remote = 0, nil
	for i := range n {
		c.Workers = 1 + i
		one := must.Get(montecarlo.NewActor(withPlayers(c)))(t)
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
	if a.late > 0 {
		at = min(at, a.late*(a.n%2)) // every second part waits
	}
	r := a.left[at]
	a.left = slices.Delete(a.left, at, at+1)
	a.n++
	data, err := a.all[a.n%len(a.all)].Play(ctx, r)
	return remote.Reply{Step: r.Step, From: r.From, To: r.To, Data: data}, err
}

// TestActorsChangeNothing checks that a learner whose games are played by actors, in parts and out of
// order, has the same state as one that plays itself, also after it was restored.
func TestActorsChangeNothing(t *testing.T) {
	c := config(t, small|afterstate.AfterOthers, "self,past,min-dist-opp", indian.Club(3), indian.Paper())
	c.Heads, c.Lambda = []string{network.Gain, network.Win}, 0.8
	want := learner(t, c, 8)
	steps(t, want, 3)
	state := want.AppendState(nil)
	steps(t, want, 3)
	c.Remote = newActors(t, c, 3, 7)
	got := learner(t, c, 8)
	must.Do(t, got.Restore(state))
	steps(t, got, 3)
	if !bytes.Equal(got.AppendState(nil), want.AppendState(nil)) {
		t.Error("with actors the state is another")
	}
}

// TestStaleGames checks that a learner with a limit on the age of games learns from nothing older and
// counts what it drops, and that it continues from its state.
func TestStaleGames(t *testing.T) {
	c := config(t, small, "self,past,min-dist-opp")
	c.Staleness = 1
	of := newActors(t, c, 2, 5)
	of.late = 60
	c.Remote = of
	l := learner(t, c, 8)
	if want := "samples,turns,score,staleness,staleness/max,dropped,"; !strings.HasPrefix(strings.Join(l.Columns(), ",")+",", want) {
		t.Errorf("columns %v", l.Columns())
	}
	dropped, old := 0.0, 0.0
	for range 3 {
		for i, row := range steps(t, l, 4) {
			if row[0] == 0 || row[3] > row[4] || row[4] > 1 {
				t.Errorf("step %d learns from %v samples of games that are %v steps old, up to %v", i, row[0], row[3], row[4])
			}
			dropped, old = dropped+row[5], max(old, row[4])
		}
		state := l.AppendState(nil)
		of.left = nil // the actors are lost
		l = learner(t, c, 8)
		must.Do(t, l.Restore(state))
		if !bytes.Equal(l.AppendState(nil), state) {
			t.Fatal("the restored learner has another state")
		}
	}
	if dropped == 0 || old == 0 {
		t.Errorf("%v samples are dropped as too old, and the oldest used are %v steps old: want some", dropped, old)
	}
	c.Remote = nil
	must.Refuse(newLearner(t, c, 8))(t, "played elsewhere")
}

// TestActorsRefuse checks requests and replies that do not fit the settings.
func TestActorsRefuse(t *testing.T) {
	c := config(t, small, "self")
	of := newActors(t, c, 1, 5)
	c.Remote = of
	l := learner(t, c, 8)
	steps(t, l, 1)
	keeper := &keeper{}
	c.Remote = keeper
	if err := learner(t, c, 8).Step(t.Context(), make([]float64, len(l.Columns()))); err == nil {
		t.Fatal("a step without games succeeds")
	}
	good := keeper.asked
	data := must.Get(of.all[0].Play(t.Context(), good))(t)
	for n := 0; n < len(data); n += 1 + len(data)/20 {
		keeper.reply = remote.Reply{Step: good.Step, From: good.From, To: good.To, Data: data[:n]}
		if err := learner(t, c, 8).Step(t.Context(), make([]float64, len(l.Columns()))); err == nil {
			t.Fatalf("a reply of %d of %d bytes is accepted", n, len(data))
		}
	}
	for want, bad := range map[string]remote.Request{
		"games 0 to 41":  {Step: 1, To: 41, Shared: good.Shared},
		"same settings":  {Step: 1, To: 40, Shared: good.Shared[:len(good.Shared)-8]},
		"request of ste": {Step: 1, To: 40},
	} {
		must.Refuse(of.all[0].Play(t.Context(), bad))(t, want)
	}
}

// keeper keeps what it is asked for and returns one reply.
type keeper struct {
	asked remote.Request
	reply remote.Reply
}

func (k *keeper) Ask(r remote.Request) error                       { k.asked = r; return nil }
func (k *keeper) Next(context.Context) (r remote.Reply, err error) { return k.reply, nil }
