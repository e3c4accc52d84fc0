package belief

import (
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/opponent"
)

// TestDiscardedIsTheNextDiscard replays games and checks that the inputs of two of every
// three decisions include the observer's discard, if there is one, and that the discard
// recorded for a decision is the next one of the other seat, or none if that seat
// declares first.
func TestDiscardedIsTheNextDiscard(t *testing.T) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		t.Fatal(err)
	}
	create, err := indianrummy.New("min-dist-opp")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Game: g, Players: []Player{{"min-dist-opp", 1, create}}, Rows: 1}
	tab := newTable(&c)
	offered := 0 // offset of the field
	for _, f := range (opponent.HandInputs{}).Layout() {
		if f.Name == "offered" {
			break
		}
		offered += f.Size()
	}
	const seed = 5
	known := 0
	for episode := range uint64(40) {
		var r rows
		if err := tab.play(seed, episode, &r); err != nil {
			t.Fatal(err)
		}
		s := g.NewTable()
		g.Deal(s, game.DealSource(seed, episode))
		seats := [2]game.Agent{create(), create()}
		for i := range seats {
			seats[i].Reset(game.AgentSeed(seed, episode, game.Player(i)))
		}
		var movers []game.Player
		var discarded []card.Card // at each decision
		var o indian.Observation
		var legal game.Mask
		for p := s.Current(); p != game.NoPlayer; p = s.Current() {
			s.Observe(p, &o)
			s.Legal(&legal)
			legal.Unset(indian.Drop)
			a, _ := seats[p].Act(&o, &legal)
			movers, discarded = append(movers, p), append(discarded, indian.DiscardCard(a))
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		if r.count() != min(len(movers), maxRows) {
			t.Fatalf("game %d: %d decisions, want %d", episode, r.count(), len(movers))
		}
		for i, p := range movers[:r.count()] {
			want := int32(-1)
			for k := i + 1; k < len(movers); k++ {
				if movers[k] != p && discarded[k] != card.None {
					want = int32(discarded[k].Index())
					break
				}
			}
			if want >= 0 && r.mayDiscard[i*card.NumKinds+int(want)] == 0 {
				want = -1 // a card that the seat discarded itself
			}
			if r.discarded[i] != want {
				t.Fatalf("game %d, decision %d: next discard %d, want %d", episode, i, r.discarded[i], want)
			}
			if want >= 0 {
				known++
			}
			for kind, v := range r.inputs[i*opponent.HandInputsSize+offered:][:card.NumKinds] {
				if offered := i%3 != 0 && discarded[i] == card.FromIndex(kind); offered != (v == 1) {
					t.Fatalf("game %d, decision %d, which discards %v: offered[%d] is %v", episode, i, discarded[i], kind, v)
				}
			}
		}
	}
	if known < 400 {
		t.Errorf("%d decisions have a next discard: want most", known)
	}
}
