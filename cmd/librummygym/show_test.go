package main

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// The view of a seat does not depend on cards that it cannot see. An onlooker sees all
// hands and the order of the discard pile.
func TestShow(t *testing.T) {
	for _, config := range configs {
		s := open(t, config)
		a, src := s.newArrays(), rand.NewPCG(1, 9)
		must.Do(t, s.reset(make([]uint64, 3*s.Tables), nil, a))
		phases := map[string]bool{}
		for range 400 {
			must.Do(t, s.step(randomActions(a, s.Tables, src), nil, a))
			where := make([]byte, s.Tables)
			if s.Autoreset == "disabled" {
				for i, p := range a.Players {
					if p < 0 {
						where[i] = 1
					}
				}
			}
			e := s.vector.Table(0)
			all := s.shown(t, catalog.Onlooker)
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
				before := must.Get(s.show(0, int32(p)))(t)
				kept := e.Clone()
				must.Do(t, e.Restore(must.Get(record.Redeal(s.described, e.History(), game.Player(p), src))(t)))
				after := must.Get(s.show(0, int32(p)))(t)
				cut := e.Truncated() // decisions that the seat does not see count as steps
				e.CopyFrom(kept)
				if !cut && string(before) != string(after) {
					t.Fatalf("%s: the view of seat %d depends on cards that it cannot see:\n%s\n%s", config, p, before, after)
				}
			}
			if slices.Contains(where, 1) {
				must.Do(t, s.reset(nil, where, a))
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
	data := must.Get(t.show(0, int32(seat)))(tb)
	var s shownTable
	must.Do(tb, json.Unmarshal(data, &s))
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

// The view of a seat follows from its observation: of two tables at which it sees the same, but at
// one of which the opponent has decided in private not to knock, it is the same. It has nothing
// from which the cards can be dealt again.
func TestShowFollowsFromTheObservation(t *testing.T) {
	s := open(t, `{"game":"gin","rules":{"starter":"first-seat"},"num_envs":2,"autoreset":"disabled"}`)
	a := s.newArrays()
	must.Do(t, s.reset([]uint64{1, 0, 1, 2, 7, 1}, nil, a))
	// At table 0 seat 1 is dealt three melds, at table 1 cards that it cannot knock with.
	own := strings.Fields("AC 3D 5H 7S 9C JD KH 2S 4C 6D")
	knocks, not := strings.Fields("AD AH AS 8C 8D 8H TC TD TH 2C"), strings.Fields("AD KD 6S 8C 3H 5C QS TD JC 2C")
	next := strings.Fields("QC QD 9S") // the upcard, and the first cards of the stock
	for table, hand := range [][]string{knocks, not} {
		var deck []string
		for i := range hand {
			deck = append(deck, own[i], hand[i])
		}
		deck = append(deck, next...)
		for c := range card.All.Each() {
			if !slices.Contains(deck, c.String()) {
				deck = append(deck, c.String())
			}
		}
		must.Do(t, s.deal(int64(table), strings.Join(deck, " "), 3, a))
	}
	play := func(table int, name string) {
		t.Helper()
		action := must.Get(s.game.ParseAction(name))(t)
		chosen := make([]byte, 2)
		chosen[table] = 1
		if err := s.step([]int64{int64(action), int64(action)}, chosen, a); err != nil {
			t.Fatalf("table %d: %v", table, err)
		}
	}
	for _, name := range []string{"pass", "pass", "draw stock", "KH", "draw stock", "9S"} {
		play(0, name)
		play(1, name)
	}
	if p := s.shown(t, catalog.Onlooker).Phase; p != "knock-or-pass" {
		t.Fatalf("phase %s: want the decision whether to knock", p)
	}
	play(0, "pass")
	var obs [2]game.Observation
	var views [2]map[string]any
	for i := range obs {
		obs[i] = s.game.NewObservation()
		s.vector.Table(i).Observe(0, obs[i])
		data, err := s.show(int64(i), 0)
		if err == nil {
			err = json.Unmarshal(data, &views[i])
		}
		must.Do(t, err)
		delete(views[i], "table")
	}
	if !reflect.DeepEqual(obs[0], obs[1]) || s.vector.Table(0).Steps() == s.vector.Table(1).Steps() {
		t.Fatal("the observations differ, or the numbers of steps do not")
	}
	if !reflect.DeepEqual(views[0], views[1]) {
		t.Errorf("seat 0 has seen the same, and is shown\n%v\n%v", views[0], views[1])
	}
	for _, key := range []string{"seed", "episode", "steps"} {
		if v, ok := views[0][key]; v != nil || !ok {
			t.Errorf("seat 0 is shown %s %v, want null", key, v)
		}
		if v := s.shown(t, catalog.Onlooker); v.Seed == nil || v.Episode == nil || *v.Steps != 7 {
			t.Errorf("an onlooker is shown %+v", v)
		}
	}
}
