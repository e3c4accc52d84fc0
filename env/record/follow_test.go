package record_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// follow follows the events that seat p saw.
func follow(t *testing.T, g record.Game, p game.Player, events []record.Event) error {
	t.Helper()
	f := must.Get(record.NewFollower(g))(t)
	f.Reset(p, rand.NewPCG(1, 1))
	return f.See(events)
}

// TestFollowRefuses changes what a seat saw. That unchanged events are followed to the same
// observations is a check of the suite of every game.
func TestFollowRefuses(t *testing.T) {
	for _, g := range newGames(t) {
		for p := range game.Player(2) {
			var events []record.Event
			own := -1 // a draw of the seat from the stock
			for seed := uint64(1); own < 0; seed++ {
				events = played(t, g, seed).View(p).Events
				own = slices.IndexFunc(events, func(e record.Event) bool {
					return e.Type == record.Draw && e.From == record.Stock && e.Seat == p
				})
			}
			if err := follow(t, g, p, events); err != nil {
				t.Fatalf("%s: %v", g.Name(), err)
			}
			for _, c := range []struct {
				what, want string
				change     func([]record.Event) []record.Event
			}{
				{"nothing", "the first event of a game is not its deal", func([]record.Event) []record.Event { return nil }},
				{"no deal", "the first event of a game is not its deal", func(all []record.Event) []record.Event { return all[1:] }},
				{"two deals", "event 2 (deal)", func(all []record.Event) []record.Event { return slices.Insert(all, 1, all[0]) }},
				{"a hand that is hidden", "null", func(all []record.Event) []record.Event {
					all[0].Hands = slices.Clone(all[0].Hands)
					all[0].Hands[1-p] = all[0].Hands[p]
					return all
				}},
				{"a card twice", "", func(all []record.Event) []record.Event {
					all[0].Hands = slices.Clone(all[0].Hands)
					all[0].Hands[p] = slices.Clone(all[0].Hands[p])
					for i := range all[0].Hands[p] {
						all[0].Hands[p][i] = all[0].Hands[p][0]
					}
					return all
				}},
				{"another stock", "field stock_size is 99", func(all []record.Event) []record.Event { all[0].StockSize = 99; return all }},
				{"another seat", "seat", func(all []record.Event) []record.Event { all[own].Seat = 1 - p; return all }},
				{"a draw of no card", "cannot be in the", func(all []record.Event) []record.Event { all[own].Card = card.None; return all }},
				{"no draw", "", func(all []record.Event) []record.Event { return slices.Delete(all, own, own+1) }},
				{"an event after the end", "the game is over by the rules", func(all []record.Event) []record.Event { return append(all, all[own]) }},
			} {
				err := follow(t, g, p, c.change(slices.Clone(events)))
				must.Fail(t, err, c.want)
			}
		}
	}
}

// TestFollowStops checks that an error of a follower stays until the next game.
func TestFollowStops(t *testing.T) {
	g := newGames(t)[0]
	events := played(t, g, 1).View(0).Events
	f := must.Get(record.NewFollower(g))(t)
	f.Reset(0, rand.NewPCG(1, 1))
	first := f.See(events[1:])
	if again := f.See(events); first == nil || again != first {
		t.Errorf("after the error %v there is %v, want the same", first, again)
	}
	f.Reset(0, rand.NewPCG(1, 1))
	if err := f.See(events); err != nil || f.State().Current() != game.NoPlayer {
		t.Errorf("the next game: %v", err)
	}
}

// FuzzFollow follows views of seats. It must not panic, and what is followed to the end has the
// gains of the event end.
func FuzzFollow(f *testing.F) {
	of := gameOf(f)
	for _, g := range newGames(f) {
		for p := range game.Player(2) {
			view := played(f, g, 3).View(p)
			view.Events = view.Events[:min(len(view.Events), 400)] // matches of random players are long
			f.Add(view.AppendJSON(nil))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := record.NewReader(bytes.NewReader(data))
		rec, err := in.Next()
		if err != nil || rec.Viewer == game.NoPlayer {
			return
		}
		g, err := of(&rec.Header)
		if err != nil || int(rec.Viewer) >= g.Players() {
			return
		}
		f := must.Get(record.NewFollower(g))(t)
		f.Reset(rec.Viewer, rand.NewPCG(1, 1))
		if f.See(rec.Events) != nil || !rec.Over() {
			return
		}
		if o := f.State().Outcome(); !slices.Equal(o.Gains[:g.Players()], rec.Events[len(rec.Events)-1].Gains) {
			t.Errorf("the outcome %+v is not that of the last event", o)
		}
	})
}

// TestFollowReshuffles follows games of many seats to the hands that are shown after several reshuffles: the place of each card of every
// stock is then known but for equal cards.
func TestFollowReshuffles(t *testing.T) {
	rules := indian.Club(6)
	rules.MaxRounds = 25
	g := must.Get(indian.New(rules))(t)
	for seed := range uint64(60) {
		rec := played(t, g, seed)
		for p := range game.Player(6) {
			if err := follow(t, g, p, rec.View(p).Events); err != nil {
				t.Errorf("seed %d, seat %d: %v", seed, p, err)
			}
		}
	}
}
