package gin

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// A recorded deal without a key has the starter of its event, if the rules draw the starter.
func TestDealRecordedStarter(t *testing.T) {
	for _, starter := range []Starter{RandomStarter, FirstSeat, SecondSeat} {
		r := plain()
		r.Starter = starter
		g := newGame(t, r)
		s, again := g.NewTable(), g.NewTable()
		g.Deal(s, rand.NewPCG(1, 1))
		e := g.AppendEvents(nil, nil, s, game.NoAction)[0]
		key := e.Key
		for _, e.Starter = range []game.Player{0, 1, game.NoPlayer} {
			want := e.Starter
			if e.Key = nil; starter != RandomStarter || want == game.NoPlayer {
				want, e.Key = s.starter, key // of the rules, or of the key
			}
			if err := record.DealRecorded(g, again, &e); err != nil || again.Current() != want {
				t.Errorf("starter %v, in the event %d: seat %d is to move, want %d (%v)", starter, e.Starter, again.Current(), want, err)
			}
		}
	}
}

// A draw is an action by its phase and by the pile it is from.
func TestActionOfDraws(t *testing.T) {
	r := plain()
	r.StockEnd = WallKnock
	g := newGame(t, r)
	first, draw := g.NewTable(), g.NewTable()
	g.Deal(first, rand.NewPCG(1, 1))
	draw.CopyFrom(first)
	mustApply(t, draw, Pass, Pass)
	wall := g.NewTable()
	wall.CopyFrom(draw)
	for wall.phase == Draw {
		takeTurn(t, wall, DrawStock)
	}
	if wall.phase != Wall {
		t.Fatalf("the phase is %v after all draws, want wall", wall.phase)
	}
	discard := g.NewTable()
	discard.CopyFrom(draw)
	mustApply(t, discard, DrawStock)
	for _, c := range []struct {
		state *State
		want  map[record.Source]game.Action
	}{
		{first, map[record.Source]game.Action{record.Pile: DrawUpcard, record.Stock: DrawStock, "": game.NoAction}},
		{draw, map[record.Source]game.Action{record.Pile: DrawUpcard, record.Stock: DrawStock, "": game.NoAction}},
		{wall, map[record.Source]game.Action{record.Pile: Knock, record.Stock: game.NoAction, "": game.NoAction}},
		{discard, map[record.Source]game.Action{record.Pile: game.NoAction, record.Stock: game.NoAction}},
	} {
		for from, want := range c.want {
			e := record.Drew(0, from, card.None)
			if got := g.ActionOf(c.state, &e); got != want {
				t.Errorf("a draw from %q in phase %v is %s, want %s", from, c.state.phase, g.ActionString(got), g.ActionString(want))
			}
		}
	}
}
