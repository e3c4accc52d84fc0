package main

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// What a seat is shown does not depend on what it cannot know, and an onlooker is
// shown every card once.
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
					t.Fatalf("seat %d is shown the actions of another", p)
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
					t.Fatalf("%s: seat %d is shown what it cannot know:\n%s\n%s", config, p, before, after)
				}
			}
			if slices.Contains(where, 1) {
				if err := s.reset(nil, where, a); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(phases) < 2 {
			t.Errorf("%s: only the phases %v", config, phases)
		}
	}
}

// shown returns what a seat sees of table 0.
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

// within reports whether all cards are among those of a hand.
func within(cards, hand []card.Card) bool {
	rest := card.BagOf(hand...)
	for _, c := range cards {
		if !rest.Remove(c) {
			return false
		}
	}
	return true
}
