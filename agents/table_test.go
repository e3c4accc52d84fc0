package agents_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

func newTable(t *testing.T) (*agents.Table, []game.Agent) {
	g := must.Get(indian.New(indian.Paper()))(t)
	create := must.Get(indianrummy.New("random:fold=1/3"))(t)
	return agents.NewTable(g), []game.Agent{create(), create()}
}

// TestTablePlaysTheGame compares the decisions that a table reports with those of a plain
// loop over the same game.
func TestTablePlaysTheGame(t *testing.T) {
	table, seats := newTable(t)
	g, _ := indian.New(indian.Paper())
	for episode := range uint64(50) {
		var watched []agents.Decision
		table.Deal(7, episode, seats...)
		must.Do(t, table.Play(func(d *agents.Decision) error { watched = append(watched, *d); return nil }))
		s, o, legal := g.NewState(), g.NewObservation(), game.Mask{}
		g.Deal(s, game.DealSource(7, episode))
		game.ResetAgents(7, episode, seats)
		for i, d := range watched {
			p := s.Current()
			s.Observe(p, o)
			s.Legal(&legal)
			a, probability := seats[p].Act(o, &legal)
			if d.Player != p || d.Step != i || d.Action != a || d.Probability != probability {
				t.Fatalf("episode %d, decision %d: %+v, want player %d, action %d, probability %v", episode, i, d, p, a, probability)
			}
			must.Do(t, s.Apply(a))
		}
		if s.Current() != game.NoPlayer || s.Outcome() != table.State().Outcome() {
			t.Fatalf("episode %d: outcome %+v, want %+v", episode, table.State().Outcome(), s.Outcome())
		}
	}
}

func TestTableNeverAndMaxSteps(t *testing.T) {
	table, seats := newTable(t)
	table.Never, table.MaxSteps = []game.Action{indian.Drop}, 15
	long := 0
	for episode := range uint64(50) {
		table.Deal(7, episode, seats...)
		must.Do(t, table.Play(func(d *agents.Decision) error {
			if d.Legal.Has(indian.Drop) || d.Action == indian.Drop {
				t.Fatal("the agent may drop, want not")
			}
			return nil
		}))
		if steps := table.Last().Step; steps > 15 {
			t.Fatalf("%d decisions, want at most 15", steps)
		} else if steps == 15 {
			long++
		}
	}
	if long == 0 {
		t.Error("no game reached MaxSteps")
	}
}

// wrong chooses an action that is never legal.
type wrong struct{}

func (wrong) Reset(uint64) {}

func (wrong) Act(game.Observation, *game.Mask) (game.Action, float64) { return game.NoAction - 1, 1 }

func TestTableErrors(t *testing.T) {
	table, seats := newTable(t)
	table.Never = []game.Action{indian.Drop}
	table.Deal(1, 2, seats[0], wrong{})
	var illegal *game.IllegalAction
	if err := table.Play(nil); !errors.As(err, &illegal) || table.Last().Player != 1 || table.Last().Action != game.NoAction-1 {
		t.Errorf("error %v at %+v, want an illegal action of seat 1", err, table.Last())
	}
	stop := errors.New("stop")
	table.Deal(1, 2, seats...)
	if err := table.Play(func(*agents.Decision) error { return stop }); !errors.Is(err, stop) || table.Last().Step != 0 {
		t.Errorf("error %v at step %d, want %v at 0", err, table.Last().Step, stop)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for one agent at a table with two seats")
		}
	}()
	table.Deal(1, 2, seats[0])
}

func TestTableAllocatesNothing(t *testing.T) {
	table, seats := newTable(t)
	n := testing.AllocsPerRun(20, func() {
		table.Deal(3, 4, seats[0], seats[1])
		must.Do(t, table.Play(nil))
	})
	must.Equal(t, n, 0, "allocations per game")
}

// TestTableDealAttempt checks that the attempts at a deal differ in the choices of the agents
// and, if a seat keeps what it sees, in all cards that it does not see, and that each can be
// played again.
func TestTableDealAttempt(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	create := must.Get(ginrummy.New("random-unmelded"))(t)
	seats := []game.Agent{create(), create()}
	for _, keep := range []game.Player{game.NoPlayer, 0, 1} {
		table := agents.NewTable(g)
		play := func(attempt uint64) (dealt *gin.State, actions string) {
			table.DealAttempt(7, 3, attempt, keep, seats...)
			dealt = g.NewTable()
			dealt.CopyFrom(table.State())
			must.Do(t, table.Play(func(d *agents.Decision) error { actions += string(rune(d.Action)); return nil }))
			return dealt, actions
		}
		table.Deal(7, 3, seats...)
		if first, _ := play(0); !slices.Equal(first.AppendStock(nil), dealtStock(g, 7, 3)) {
			t.Error("attempt 0 has another deal than the episode")
		}
		one, _ := play(0)
		seen := map[string]bool{}
		for attempt := range uint64(20) {
			dealt, actions := play(attempt)
			again, same := play(attempt)
			if !reflect.DeepEqual(again, dealt) || same != actions {
				t.Fatalf("attempt %d differs when it is played again", attempt)
			}
			seen[actions] = true
			for seat := range game.Player(2) {
				want := keep == game.NoPlayer || seat == keep || attempt == 0
				must.Equal(t, dealt.Hand(seat) == one.Hand(seat), want, "seat %d keeps its view, attempt %d: the same hand of seat %d", keep, attempt, seat)
			}
			keeps := slices.Equal(dealt.AppendStock(nil), one.AppendStock(nil))
			if dealt.Upcard() != one.Upcard() || dealt.Current() != one.Current() || keeps != (keep == game.NoPlayer || attempt == 0) {
				t.Errorf("seat %d keeps its view, attempt %d: the same stock %v", keep, attempt, keeps)
			}
		}
		if len(seen) != 20 {
			t.Errorf("seat %d keeps its view: only %d of 20 attempts differ", keep, len(seen))
		}
	}
}

// dealtStock returns the stock of a deal.
func dealtStock(g *gin.Game, seed, episode uint64) []card.Card {
	s := g.NewTable()
	g.Deal(s, game.DealSource(seed, episode))
	return s.AppendStock(nil)
}
