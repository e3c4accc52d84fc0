package belief

import (
	"fmt"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/opponent"
	"rummygym/internal/must"
)

// TestDiscardedIsTheNextDiscard replays games of two and of four and checks that there is a row
// about the next player and, at a table of four, one about the player before; that the inputs
// of two of every three rows about the next player include the observer's discard, if there is
// one, and those of others do not; and that the discard recorded for a row is the next one of
// its player, or none if that player does not discard again.
func TestDiscardedIsTheNextDiscard(t *testing.T) {
	for _, rules := range []indian.Rules{indian.Paper(), indian.Club(4)} {
		t.Run(fmt.Sprint(rules.Seats), func(t *testing.T) { nextDiscards(t, rules) })
	}
}

func nextDiscards(t *testing.T, rules indian.Rules) {
	g := must.Get(indian.New(rules))(t)
	create := must.Get(indianrummy.New("min-dist-opp"))(t)
	c := Table{Weight: 1, Game: g, Players: []Player{{"min-dist-opp", 1, create}}}
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
		must.Do(t, tab.play(seed, episode, &r))
		s := g.NewTable()
		g.Deal(s, game.DealSource(seed, episode))
		seats := make([]game.Agent, rules.Seats)
		for i := range seats {
			seats[i] = create()
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
			must.Do(t, s.Apply(a))
		}
		type row struct {
			decision int
			of       game.Player
		}
		var all []row
		for i, p := range movers {
			next := (int(p) + 1) % rules.Seats
			all = append(all, row{i, game.Player(next)})
			if before := (int(p) + rules.Seats - 1) % rules.Seats; before != next {
				all = append(all, row{i, game.Player(before)})
			}
		}
		if most := maxRows * (rules.Seats - 1); len(all) > most {
			all = all[:most]
		}
		if r.count() != len(all) {
			t.Fatalf("game %d: %d rows, want %d", episode, r.count(), len(all))
		}
		for i, about := range all {
			want, d := int32(-1), about.decision
			for k := d + 1; k < len(movers); k++ {
				if movers[k] == about.of && discarded[k] != card.None {
					want = int32(discarded[k].Index())
					break
				}
			}
			isNext := int(about.of) == (int(movers[d])+1)%rules.Seats
			if want >= 0 && r.mayDiscard[i*card.NumKinds+int(want)] == 0 {
				want = -1 // a card that the seat discarded itself
			}
			if r.discarded[i] != want {
				t.Fatalf("game %d, row %d: next discard %d, want %d", episode, i, r.discarded[i], want)
			}
			if want >= 0 {
				known++
			}
			for kind, v := range r.inputs[i*opponent.HandInputsSize+offered:][:card.NumKinds] {
				if offered := isNext && i%3 != 0 && discarded[d] == card.FromIndex(kind); offered != (v == 1) {
					t.Fatalf("game %d, row %d, of the discard of %v: offered[%d] is %v", episode, i, discarded[d], kind, v)
				}
			}
		}
	}
	if known < 400 {
		t.Errorf("%d decisions have a next discard: want most", known)
	}
}
