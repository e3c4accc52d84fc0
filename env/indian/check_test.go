package indian

import (
	"math/rand/v2"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// A serialised state whose player to move is not at the table is refused, at a table with every seat
// taken too.
func TestDecodeOfWrongMover(t *testing.T) {
	for _, seats := range []int{2, 6} {
		g := newGame(t, Club(seats))
		s := g.NewTable()
		g.Deal(s, rand.NewPCG(1, 1))
		data := gametest.Serial(s)
		const mover = 1 + 8 + 1 + 2 // behind version, digest, flags, phase and ending
		for _, p := range []byte{0, byte(seats), 255} {
			data[mover] = p
			if err := g.Decode(g.NewTable(), data); (err == nil) != (p == 0) || err != nil && !strings.Contains(err.Error(), "is to move, want a seat below") {
				t.Errorf("%d seats, the player to move is %d: error %v", seats, p, err)
			}
		}
	}
}

// Cards of a seat that is not at the table are an impossible state.
func TestCheckOfAbsentSeat(t *testing.T) {
	g := newGame(t, Paper())
	s := g.NewTable()
	g.Deal(s, rand.NewPCG(1, 1))
	absent := *s
	absent.given[2].Add(s.Top())
	must.Fail(t, absent.check(), "seat 2 has cards, but is not at the table")
	absent = *s
	absent.left[2] = middleDrop
	must.Fail(t, absent.check(), "seat 2 cannot have left")
}

// TestAssumeDiscards lets another seat discard a card that the follower did not expect. A game must be
// able to reach the state, and the seats in view see no change.
func TestAssumeDiscards(t *testing.T) {
	src := rand.NewPCG(2, 2)
	g := newGame(t, Club(3))
	c := g.NewTable()
	var before, after Observation
	wander(t, g, 3, src, func(s *State) {
		if s.phase != Discard {
			return
		}
		p := (s.mover + 1) % 3
		c.CopyFrom(s)
		c.Redeal(p, src)
		c.Observe(p, &before)
		hand := s.Hand(s.mover).Append(nil)
		e := record.OfCard(record.Discard, s.mover, hand[card.Below(src, uint64(len(hand)))])
		must.Get(g.Assume(c, p, []record.Event{e}))(t)
		if err := c.check(); err != nil {
			t.Fatalf("after the discard of %v is assumed: %v\n%v", e.Card, err, c)
		}
		if c.Observe(p, &after); after != before || !c.Hand(s.mover).Has(e.Card) {
			t.Fatalf("assuming the discard of %v leads to\n%v", e.Card, c)
		}
	})
}

// Events that no game has give an error.
func TestAssumeRefuses(t *testing.T) {
	g := newGame(t, Paper())
	s := g.NewTable()
	g.Deal(s, rand.NewPCG(3, 3))
	deal := g.AppendEvents(nil, nil, s, game.NoAction)[0]
	long, other := deal, deal
	long.Hands = [][]card.Card{append(deal.Stock[:25:25], deal.Hands[0]...), nil}
	other.Hands = [][]card.Card{deal.Hands[0], deal.Hands[1]}
	for _, c := range []struct {
		dealt bool
		event record.Event
		want  string
	}{
		{false, long, "seat 0 is dealt 38 cards, want 13"},
		{false, other, "the hand of seat 1 is shown, want null"},
		{true, deal, "dealt already"},
		{true, record.New(record.Reshuffle, game.NoPlayer), "there is no reshuffle in phase draw"},
		{true, record.OfCard(record.Discard, 1, s.Hand(0).Once.First()), "seat 1 cannot hold"},
	} {
		at := g.NewTable()
		if c.dealt {
			at.CopyFrom(s)
		}
		must.Refuse(g.Assume(at, 0, []record.Event{c.event}))(t, c.want)
	}
	// A score that leaves out the hands shows nothing.
	score := record.New(record.Score, game.NoPlayer)
	score.Hands = [][]card.Card{nil}
	if _, err := g.Assume(s, 0, []record.Event{score}); err != nil {
		t.Errorf("a score of one hand: %v", err)
	}
}
