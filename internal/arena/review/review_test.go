package review_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// table is a table at which agents of one kind play games that are recorded.
type table struct {
	game   record.Game
	config review.Config
	agent  func() game.Agent
}

func newTable(t *testing.T, name, rules, agent string, goal search.Goal) *table {
	t.Helper()
	r := must.Get(catalog.ParseRules(name, rules))(t)
	x := &table{}
	x.config, _ = must.Get2(catalog.ReviewConfig(r, catalog.ReviewAgent(r), goal))(t)
	x.game = x.config.Game
	x.agent, _ = must.Get2(catalog.OpenAgent(r, agent))(t)
	return x
}

// play records a game. At a decision of seat 0 with several moves, counted from 0, replace returns the move
// to make instead of the agent's.
func (x *table) play(t *testing.T, episode uint64, replace func(s game.State, n int, own game.Action, legal *game.Mask) game.Action) *record.Record {
	t.Helper()
	s, obs, recorder := x.game.NewState(), x.game.NewObservation(), record.NewRecorder(x.game)
	var seats []game.Agent
	var names []string
	for range x.game.Players() {
		seats, names = append(seats, x.agent()), append(names, "agent")
	}
	x.game.Deal(s, game.DealSource(*seed, episode))
	game.ResetAgents(*seed, episode, seats)
	h := must.Get(catalog.RecordHeader(x.game, names))(t)
	rec := &record.Record{Header: h, Events: recorder.AppendDeal(nil, s)}
	var legal game.Mask
	n := 0
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		s.Observe(p, obs)
		s.Legal(&legal)
		a, _ := seats[p].Act(obs, &legal)
		if p == 0 && legal.Count() > 1 {
			if replace != nil {
				a = replace(s, n, a, &legal)
			}
			n++
		}
		rec.Events = must.Get(recorder.AppendMove(rec.Events, s, a, 1))(t)
		must.Do(t, s.Apply(a))
	}
	return rec
}

// review reviews seats of a record.
func (x *table) review(t *testing.T, rec *record.Record, seats ...game.Player) *review.Review {
	t.Helper()
	r := must.Get(review.New(x.config))(t)
	return must.Get(r.Review(t.Context(), rec, seats, nil))(t)
}

var tables = []struct{ name, game, rules, agent string }{
	{"indian", "indian", "paper", "min-dist"},
	{"three", "indian", "club seats=3", "min-dist"},
	{"ten", "indian", "paper hand-size=10", "min-dist"},
	{"hand", "gin", "openspiel", "simple"},
	{"match", "gin-match", "eaai target=20", "simple"},
}

// TestDecisions checks that a review has every decision of its seats with several moves, names its event and its
// move, and that its numbers agree with each other.
func TestDecisions(t *testing.T) {
	for _, c := range tables {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.game == "indian" {
				t.Skip("takes seconds")
			}
			x := newTable(t, c.game, c.rules, c.agent, search.Gain)
			x.config.Search.Rollouts = review.MinRollouts
			rec := x.play(t, 2, nil)
			var want []string
			must.Do(t, rec.Play(x.game, func(s game.State, m record.Move) error {
				var legal game.Mask
				if s.Legal(&legal); legal.Count() > 1 {
					want = append(want, x.game.ActionString(m.Action))
				}
				return nil
			}))
			var seats []game.Player
			for p := range x.game.Players() {
				seats = append(seats, game.Player(p))
			}
			out := x.review(t, rec, seats...)
			var got []string
			for _, d := range out.Decisions {
				got = append(got, d.Made.Text)
				e := rec.Events[d.Event-1]
				if e.Seat != d.Seat || d.Made.Line == nil || d.Made.Line[0].Type == record.Reshuffle || !reflect.DeepEqual(d.Made.Line[0], e) {
					t.Errorf("event %d of seat %d is %+v, and the line of the move begins with %+v", d.Event, d.Seat, e, d.Made.Line)
				}
				for _, m := range append(d.Others, d.Made) {
					if e := m.Estimate; !(e.Win >= 0 && e.Win <= 1) || math.IsNaN(e.Points) || !(e.PointsError >= 0) || len(m.Line) == 0 || m.Line[0].Seat != d.Seat {
						t.Errorf("event %d: move %+v", d.Event, m)
					}
				}
				if better := d.Best != d.Made.Action; better != (d.Cost.Points > 0) || better && d.Others[0].Action != d.Best || d.Mistake != (d.PValue < review.Alpha) {
					t.Errorf("event %d: made %s, best %s, cost %+v, p %v, mistake %v", d.Event, d.Made.Text, x.game.ActionString(d.Best), d.Cost, d.PValue, d.Mistake)
				}
				if d.Mistake && len(d.Others) != d.Legal.Count()-1 {
					t.Errorf("event %d: a mistake with %d other moves of %d", d.Event, len(d.Others), d.Legal.Count()-1)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("decisions\n%q, want\n%q", got, want)
			}
		})
	}
}

// TestWorkers checks that the number of workers changes nothing.
func TestWorkers(t *testing.T) {
	x := newTable(t, "indian", "paper", "min-dist", search.Win)
	x.config.Search.Rollouts = review.MinRollouts
	rec := x.play(t, 2, nil)
	x.config.Workers = 1
	one := x.review(t, rec, 0)
	x.config.Workers = 5
	if !reflect.DeepEqual(x.review(t, rec, 0), one) {
		t.Error("five workers make another review than one")
	}
}

// TestHiddenCards checks that cards that nobody has seen do not change what a review says: the end of the
// stock is dealt in another order. Only the lines, which are played with the true cards, may differ.
func TestHiddenCards(t *testing.T) {
	x := newTable(t, "indian", "paper", "min-dist", search.Gain)
	x.config.Search.Rollouts = review.MinRollouts
	rec := x.play(t, 3, nil)
	drawn := 0
	for _, e := range rec.Events {
		if e.Type == record.Draw && e.From == record.Stock {
			drawn++
		}
	}
	other := &record.Record{Header: rec.Header, Events: slices.Clone(rec.Events)}
	stock := slices.Clone(rec.Events[0].Stock)
	slices.Reverse(stock[drawn:])
	if slices.Equal(stock, rec.Events[0].Stock) {
		t.Fatal("the game uses the whole stock: take another deal")
	}
	other.Events[0].Stock = stock
	said := func(rec *record.Record) *review.Review {
		out := x.review(t, rec, 0)
		for i := range out.Decisions {
			d := &out.Decisions[i]
			d.Made.Line = nil
			for j := range d.Others {
				d.Others[j].Line = nil
			}
		}
		return out
	}
	if !reflect.DeepEqual(said(rec), said(other)) {
		t.Error("cards that nobody saw change the review")
	}
}

// TestBlunders checks that throwing a game away is a mistake, and that the reasons say why.
func TestBlunders(t *testing.T) {
	x := newTable(t, "indian", "paper", "min-dist-outs", search.Gain)
	x.config.Search.Rollouts = 300
	at := -1
	rec := x.play(t, 5, func(_ game.State, n int, own game.Action, legal *game.Mask) game.Action {
		if c := strings.TrimPrefix(x.game.ActionString(own), "declare "); c != x.game.ActionString(own) && at < 0 {
			at = n
			for a := range legal.Each() { // discard a joker, or another card, with a hand that can be declared
				if x.game.ActionString(a) == "discard JK" || !strings.Contains(x.game.ActionString(a), c) {
					return a
				}
			}
		}
		return own
	})
	if at < 0 {
		t.Fatal("seat 0 never declares: take another deal")
	}
	worst := x.review(t, rec, 0).Worst(0, search.Gain)
	if d := worst[0]; !d.Mistake || !slices.Contains(d.Reasons, "the hand can be declared") || d.Cost.Points < 5 {
		t.Errorf("the worst decision is %s, cost %+v, reasons %q", d.Made.Text, d.Cost, d.Reasons)
	}
	if !slices.IsSortedFunc(worst, func(a, b review.Decision) int { return cmp.Compare(b.Cost.Points, a.Cost.Points) }) {
		t.Error("the worst decisions are not in order")
	}
}

// TestMatchChance checks that chances in a match of Gin Rummy are those of the match: near its end a player far ahead
// nearly wins, whatever its hand.
func TestMatchChance(t *testing.T) {
	x := newTable(t, "gin-match", "eaai target=60", "independent-heuristics:filter=keep", search.Win)
	x.config.Search.Rollouts = review.MinRollouts
	rec := x.play(t, 4, nil)
	end := rec.Events[len(rec.Events)-1]
	out := x.review(t, rec, 0, 1)
	sum := [2][2]float64{}
	for _, d := range out.Decisions {
		half := 0
		if d.Event > len(rec.Events)*9/10 {
			half = 1
		}
		sum[d.Seat][half] += d.Made.Estimate.Win
		if half == 0 && d.Event < 20 && math.Abs(d.Made.Estimate.Win-0.5) > 0.35 {
			t.Errorf("event %d: win chance %v at the score 0 to 0", d.Event, d.Made.Estimate.Win)
		}
	}
	if sum[end.Winner][1] <= sum[1-end.Winner][1] {
		t.Errorf("near the end the winner %d had chances that sum to %v, the loser %v", end.Winner, sum[end.Winner][1], sum[1-end.Winner][1])
	}
}

// TestProgressAndStop checks that progress ends at the total, and that a review can be stopped.
func TestProgressAndStop(t *testing.T) {
	x := newTable(t, "indian", "paper", "min-dist", search.Gain)
	x.config.Search.Rollouts = review.MinRollouts
	rec := x.play(t, 2, nil)
	r := must.Get(review.New(x.config))(t)
	last, of := 0, 0
	out, err := r.Review(t.Context(), rec, []game.Player{0}, func(done, total int) {
		if done != last+1 {
			t.Errorf("progress %d follows %d", done, last)
		}
		last, of = done, total
	})
	if err != nil || last != of || of != 2*len(out.Decisions) {
		t.Errorf("progress ends at %d of %d, %v", last, of, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	if _, err := r.Review(ctx, rec, []game.Player{0, 1}, func(int, int) { calls++; cancel() }); !errors.Is(err, context.Canceled) || calls > 10 {
		t.Errorf("after cancel: %v, %d searches", err, calls)
	}
}

// TestRefuses checks the errors.
func TestRefuses(t *testing.T) {
	x := newTable(t, "indian", "paper", "min-dist", search.Gain)
	for want, change := range map[string]func(c *review.Config){
		"Config.Game":           func(c *review.Config) { c.Game = nil },
		"99 roll-outs":          func(c *review.Config) { c.Search.Rollouts = 99 },
		"minimum cost":          func(c *review.Config) { c.Least = -1 },
		"-1 workers":            func(c *review.Config) { c.Workers = -1 },
		"with a time, a margin": func(c *review.Config) { c.Search.Margin = 1 },
		"Config.Game, Playout":  func(c *review.Config) { c.Search.Playout = nil },
	} {
		c := x.config
		change(&c)
		must.Refuse(review.New(c))(t, want)
	}
	r := must.Get(review.New(x.config))(t)
	rec := x.play(t, 2, nil)
	must.Refuse(r.Review(t.Context(), rec, []game.Player{2}, nil))(t, "2 is not a seat: want 0 to 1")
	must.Refuse(r.Review(t.Context(), rec.View(0), []game.Player{0}, nil))(t, "seat 0 saw")
	r = must.Get(review.New(x.config))(t)
	rec.Events[1].Card = card.Joker
	if _, err := r.Review(t.Context(), rec, []game.Player{0}, nil); err == nil {
		t.Error("a record that the rules do not allow is reviewed")
	}
}
