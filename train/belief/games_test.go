package belief

import (
	"testing"

	"rummygym/agents"
	"rummygym/baselines"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Of every three decisions two are told what the observer throws in them, if it does.
// The card that a decision is told to be thrown next is the next one that the other seat
// throws, in the game played once more; where that one declares first it is none.
func TestThrownIsTheNextDiscard(t *testing.T) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		t.Fatal(err)
	}
	create, err := baselines.New(baselines.Indian, "min-dist-opp")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Game: g, Players: []Player{{"min-dist-opp", 1, create}}, Rows: 1}
	tab := newTable(&c)
	offered := 0 // where the field is
	for _, f := range (features.HandInputs{}).Layout() {
		if f.Name == "offered" {
			break
		}
		offered += f.Size()
	}
	const seed = 5
	told := 0
	for episode := range uint64(40) {
		var r rows
		if err := tab.play(seed, episode, &r); err != nil {
			t.Fatal(err)
		}
		s := g.NewTable()
		game.SeedDeal(&tab.deal, seed, episode)
		g.Deal(s, &tab.deal)
		seats := [2]agents.Agent{create(), create()}
		for i := range seats {
			seats[i].Reset(game.AgentSeed(seed, episode, game.Player(i)))
		}
		var movers []game.Player
		var thrown []card.Card // at each decision
		var o indian.Observation
		var legal game.Mask
		for p := s.Current(); p != game.NoPlayer; p = s.Current() {
			s.Observe(p, &o)
			s.Legal(&legal)
			legal.Unset(indian.Drop)
			a, _ := seats[p].Act(&o, &legal)
			movers, thrown = append(movers, p), append(thrown, indian.DiscardCard(a))
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
				if movers[k] != p && thrown[k] != card.None {
					want = int32(thrown[k].Index())
					break
				}
			}
			if want >= 0 && r.may[i*card.NumKinds+int(want)] == 0 {
				want = -1 // a card that the seat threw itself
			}
			if r.thrown[i] != want {
				t.Fatalf("game %d, decision %d: thrown next %d, want %d", episode, i, r.thrown[i], want)
			}
			if want >= 0 {
				told++
			}
			for kind, v := range r.inputs[i*features.HandInputsSize+offered:][:card.NumKinds] {
				if tells := i%3 != 0 && thrown[i] == card.FromIndex(kind); tells != (v == 1) {
					t.Fatalf("game %d, decision %d, which throws %v: offered[%d] is %v", episode, i, thrown[i], kind, v)
				}
			}
		}
	}
	if told < 400 {
		t.Errorf("%d decisions are told a discard: want most", told)
	}
}
