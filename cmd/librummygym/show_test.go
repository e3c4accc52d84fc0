package main

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// The view of a seat does not depend on cards that it cannot see. An onlooker sees all
// hands and the order of the discard pile.
func TestShow(t *testing.T) {
	for _, config := range configs {
		s := open(t, config)
		a, src := s.newArrays(), rand.NewPCG(1, 9)
		if err := s.reset(make([]uint64, 3*s.Tables), nil, a); err != nil {
			t.Fatal(err)
		}
		phases := map[string]bool{}
		for range 400 {
			if err := s.step(randomActions(a, s.Tables, src), nil, a); err != nil {
				t.Fatal(err)
			}
			where := make([]byte, s.Tables)
			if s.Autoreset == "disabled" {
				for i, p := range a.Players {
					if p < 0 {
						where[i] = 1
					}
				}
			}
			e := s.vector.Table(0)
			all := s.shown(t, onlooker)
			phases[all.Phase] = true
			if all.Mover != e.Current() || all.Outcome.Over != e.Outcome().Over || len(all.Pile) != all.PileSize || (all.Top == nil) != (all.PileSize == 0) {
				t.Fatalf("%s: shown %+v", config, all)
			}
			if all.Top != nil && all.Pile[len(all.Pile)-1] != *all.Top {
				t.Fatalf("top %v of the pile %v", all.Top, all.Pile)
			}
			var legal game.Mask
			e.Legal(&legal)
			if !slices.Equal(all.Legal, slices.Collect(legal.Each())) {
				t.Fatalf("legal actions %v", all.Legal)
			}
			for p := range s.game.Players() {
				view := s.shown(t, p)
				own, seen := view.Seats[p], all.Seats[p]
				if !slices.Equal(own.Cards, seen.Cards) || own.Hidden != 0 {
					t.Fatalf("seat %d sees %v of its hand %v", p, own.Cards, seen.Cards)
				}
				if p != int(e.Current()) && len(view.Legal) > 0 {
					t.Fatalf("seat %d sees the legal actions of another seat", p)
				}
				for q, o := range view.Seats {
					if q != p && (len(o.Cards) > 0 || o.Hidden != len(all.Seats[q].Cards) || !within(o.Known, all.Seats[q].Cards)) {
						t.Fatalf("seat %d sees of seat %d, which has %v: %+v", p, q, all.Seats[q].Cards, o)
					}
				}
				blind := e.Clone()
				blind.Redeal(game.Player(p), src)
				before, err := s.show(0, int32(p))
				if err != nil {
					t.Fatal(err)
				}
				kept := e.Clone()
				e.CopyFrom(blind)
				after, err := s.show(0, int32(p))
				if err != nil {
					t.Fatal(err)
				}
				e.CopyFrom(kept)
				if string(before) != string(after) {
					t.Fatalf("%s: the view of seat %d depends on cards that it cannot see:\n%s\n%s", config, p, before, after)
				}
			}
			if slices.Contains(where, 1) {
				if err := s.reset(nil, where, a); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(phases) < 2 {
			t.Errorf("%s: only the phases %v, want at least 2", config, phases)
		}
	}
}

// shown returns the view of table 0 for a seat.
func (t *tables) shown(tb testing.TB, seat int) shownTable {
	tb.Helper()
	data, err := t.show(0, int32(seat))
	if err != nil {
		tb.Fatal(err)
	}
	var s shownTable
	if err := json.Unmarshal(data, &s); err != nil {
		tb.Fatal(err)
	}
	return s
}

// within reports whether hand contains all cards, duplicates counted.
func within(cards, hand []card.Card) bool {
	rest := card.BagOf(hand...)
	for _, c := range cards {
		if !rest.Remove(c) {
			return false
		}
	}
	return true
}

// anyGame shows the same hands, top card and stock as the functions of the two games.
func TestShowAnyGame(t *testing.T) {
	for _, config := range configs {
		s := open(t, config)
		a := s.newArrays()
		if err := s.reset(make([]uint64, 3*s.Tables), nil, a); err != nil {
			t.Fatal(err)
		}
		views := make([]game.Observation, s.game.Players())
		for p := range views {
			views[p] = s.game.NewObservation()
			s.vector.Table(0).Observe(game.Player(p), views[p])
			want := s.shown(t, p)
			var got shownTable
			got.anyGame(s.gameType, views[p], views)
			if !slices.Equal(got.Seats[p].Cards, want.Seats[p].Cards) || got.StockSize != want.StockSize || (got.Top == nil) != (want.Top == nil) {
				t.Errorf("%s: seat %d sees %+v, want %+v", config, p, got, want)
			}
		}
		var blind shownTable
		if blind.anyGame(s.gameType, views[0], make([]game.Observation, 2)); len(blind.Seats[1].Cards) > 0 {
			t.Errorf("%s: the view has the cards of a hidden hand: %+v", config, blind.Seats[1])
		}
	}
}
