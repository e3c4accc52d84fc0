package series

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// DeckOf returns the order of the cards of a deal of the players whose hands are not empty. See [record.Game].
func (g *Game) DeckOf(e *record.Event) ([]card.Card, error) {
	n := game.Player(g.rules.Seats)
	if len(e.Hands) != int(n) || e.Starter < 0 || e.Starter >= n {
		return nil, fmt.Errorf("series: a deal has %d hands and seat %d begins, want %d hands and a seat of the match", len(e.Hands), e.Starter, n)
	}
	inner, first := *e, e.Starter
	if g.dealer != nil {
		first = 0 // the players keep their seats
	}
	inner.Hands = nil
	for i := range n {
		if hand := e.Hands[(first+i)%n]; len(hand) > 0 {
			inner.Hands = append(inner.Hands, hand)
		}
	}
	if len(inner.Hands) < 2 {
		return nil, fmt.Errorf("series: %d players are dealt in, want at least 2", len(inner.Hands))
	}
	return g.deals[len(inner.Hands)].DeckOf(&inner)
}

// ActionOf returns the action that an event describes. See [record.Game].
func (g *Game) ActionOf(state game.State, e *record.Event) game.Action {
	s := state.(*State)
	if s.phase == Playing {
		inner := s.inner(e)
		return g.deals[s.seats].ActionOf(s.table, &inner)
	}
	for i, a := range [...]struct {
		of    Phase
		event record.Type
	}{rejoin: {Rejoining, record.Accept}, leave: {Rejoining, record.Pass}, split: {Splitting, record.Accept}, playOn: {Splitting, record.Pass}} {
		if s.phase == a.of && e.Type == a.event && e.Phase == a.of.String() {
			return g.base + game.Action(i)
		}
	}
	return game.NoAction
}

// AppendEvents appends the events of an action, or of the first deal. See [record.Game].
func (g *Game) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*State)
	if before == nil {
		return s.appendDeal(dst)
	}
	b := before.(*State)
	if b.phase == Playing {
		t := s.table
		if s.deals > b.deals { // the end of the deal is not in s
			t = g.deals[b.seats].NewState()
			t.CopyFrom(b.table)
			if err := t.Apply(a); err != nil {
				panic("series: events of an action that is not legal: " + err.Error())
			}
		}
		first := len(dst)
		dst = g.deals[b.seats].AppendEvents(dst, b.table, t, a)
		for i := first; i < len(dst); i++ {
			dst[i] = b.outer(&dst[i])
			if dst[i].Type == record.Score {
				s.tellScore(&dst[i], int(b.deals))
			}
		}
	} else {
		e := record.Passed(b.mover, b.phase.String())
		if a == g.base+rejoin || a == g.base+split {
			e.Type = record.Accept
		}
		if a == g.base+rejoin {
			e.Scores = s.told(&s.sheet.Scores)
		}
		dst = append(dst, e)
	}
	if s.deals > b.deals {
		dst = s.appendDeal(dst)
	}
	return dst
}

// appendDeal appends the event of the deal that has just begun. The first has the key from which all others follow.
func (s *State) appendDeal(dst []record.Event) []record.Event {
	first := len(dst)
	dst = s.game.deals[s.seats].AppendEvents(dst, nil, s.table, game.NoAction)
	for i := first; i < len(dst); i++ {
		dst[i] = s.outer(&dst[i])
		dst[i].Hand = int(s.deals)
		for p := range dst[i].Hands {
			if s.seatOf(game.Player(p)) == game.NoPlayer {
				dst[i].Hands[p] = []card.Card{}
			}
		}
		if s.deals > 1 {
			dst[i].Key = nil
		} else if _, keyed := s.table.(Keyed); !keyed {
			dst[i].Key = new(s.key)
		}
	}
	return dst
}

// tellScore adds the score of the match to the event of the score of a deal.
func (s *State) tellScore(e *record.Event, deal int) {
	e.Hand = deal
	e.Scored, e.Scores = s.told(&s.sheet.Last.Points), s.told(&s.sheet.Scores)
}

// told returns the numbers of all seats of the match.
func (s *State) told(of *[game.MaxPlayers]int) []int { return slices.Clone(of[:s.game.rules.Seats]) }

// outer returns an event of the deal with the seats of the match. Lists have null or 0 for players who were not dealt in.
func (s *State) outer(e *record.Event) record.Event {
	o, n := *e, s.game.rules.Seats
	o.Seat, o.Starter, o.Winner = s.player(e.Seat), s.player(e.Starter), s.player(e.Winner)
	o.Hands, o.Melds = spread(s, e.Hands, n), spread(s, e.Melds, n)
	o.Points, o.Scored, o.Scores = spread(s, e.Points, n), spread(s, e.Scored, n), spread(s, e.Scores, n)
	return o
}

// inner returns an event of the match with the seats of the deal.
func (s *State) inner(e *record.Event) record.Event {
	i := *e
	i.Seat, i.Starter, i.Winner = s.seatOf(e.Seat), s.seatOf(e.Starter), s.seatOf(e.Winner)
	i.Hands, i.Melds, i.Points = gather(s, e.Hands), gather(s, e.Melds), gather(s, e.Points)
	i.Hand = 0
	return i
}

// player returns the player at a seat of the deal.
func (s *State) player(seat game.Player) game.Player {
	if seat < 0 || seat >= game.Player(s.seats) {
		return game.NoPlayer
	}
	return s.order[seat]
}

// spread returns a list over the seats of the deal as one over n players; nil stays nil.
func spread[T any](s *State, of []T, n int) []T {
	if of == nil {
		return nil
	}
	all := make([]T, n)
	for i, x := range of {
		all[s.order[i]] = x
	}
	return all
}

// gather returns a list over the players as one over the seats of the deal; nil stays nil, and players that it lacks have no value.
func gather[T any](s *State, of []T) []T {
	if of == nil {
		return nil
	}
	all := make([]T, s.seats)
	for i, p := range s.order[:s.seats] {
		if int(p) < len(of) {
			all[i] = of[p]
		}
	}
	return all
}
