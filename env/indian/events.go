package indian

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Game = (*Game)(nil)

// DeckOf returns the order of the cards of a deal. See [record.Game].
func (g *Game) DeckOf(e *record.Event) ([]card.Card, error) {
	r := &g.rules
	if len(e.Hands) != r.Seats {
		return nil, fmt.Errorf("indian: %d hands are dealt, want %d", len(e.Hands), r.Seats)
	}
	for p, hand := range e.Hands {
		if len(hand) != r.HandSize {
			return nil, fmt.Errorf("indian: seat %d is dealt %d cards, want %d", p, len(hand), r.HandSize)
		}
	}
	var deck []card.Card
	if r.Dealing == Blocks {
		deck = slices.Concat(e.Hands...)
	} else {
		for i := range r.HandSize {
			for _, hand := range e.Hands {
				deck = append(deck, hand[i])
			}
		}
	}
	if (e.Wildcard == card.None) != (r.Wildcard == NoWildcard) {
		return nil, fmt.Errorf("indian: the wildcard is %v, and the option wildcard is %s", e.Wildcard, r.word("wildcard"))
	}
	if r.Wildcard != NoWildcard {
		deck = append(deck, e.Wildcard)
	}
	return append(append(deck, e.Upcard), e.Stock...), nil
}

// ActionOf returns the action that an event describes. See [record.Game].
func (g *Game) ActionOf(_ game.State, e *record.Event) game.Action {
	switch {
	case e.Type == record.Drop:
		return Drop
	case e.Type == record.Draw && e.From == record.Stock:
		return DrawStock
	case e.Type == record.Draw && e.From == record.Pile:
		return DrawPile
	case e.Type == record.Discard && e.Card.Valid():
		return DiscardOf(e.Card)
	case e.Type == record.Declare && e.Card.Valid():
		return DeclareWith(e.Card)
	}
	return game.NoAction
}

// AppendEvents appends the events of an action, or of the deal. See [record.Game].
func (g *Game) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*State)
	if before == nil {
		return append(dst, s.dealEvent())
	}
	b := before.(*State)
	p := b.mover
	switch {
	case a == Drop:
		dst = append(dst, record.New(record.Drop, p))
	case a == DrawStock:
		if s.reshuffles > b.reshuffles {
			e := record.New(record.Reshuffle, game.NoPlayer)
			e.Number, e.Upcard = int(s.reshuffles), s.Top()
			e.Stock = s.AppendStock([]card.Card{s.drawn})
			e.StockSize = len(e.Stock)
			dst = append(dst, e)
		}
		dst = append(dst, record.Drew(p, record.Stock, s.drawn))
	case a == DrawPile:
		dst = append(dst, record.Drew(p, record.Pile, s.drawn))
	case a < firstDeclare:
		dst = append(dst, record.OfCard(record.Discard, p, DiscardCard(a)))
	default:
		e := record.OfCard(record.Declare, p, DeclareCard(a))
		e.Cards = s.hands[p].Append([]card.Card{})
		if e.Valid = s.ending == declared; !e.Valid {
			e.Fault = s.rules.fault(s.hands[p], s.wild)
		}
		dst = append(dst, e)
	}
	if s.phase == Over {
		dst = append(dst, s.scoreEvent())
	}
	return dst
}

// dealEvent returns the event of the deal, of a state that was just dealt.
func (s *State) dealEvent() record.Event {
	e := record.New(record.Deal, game.NoPlayer)
	e.Starter = s.mover
	for p := range s.seats() {
		e.Hands = append(e.Hands, s.hands[p].Append([]card.Card{}))
	}
	e.Wildcard, e.Wild, e.Upcard = s.wildcard, s.wild, s.Top()
	e.Stock = s.AppendStock([]card.Card{})
	e.StockSize = len(e.Stock)
	key := s.key
	e.Key = &key
	return e
}

// scoreEvent returns the event of the score at the end: the hands that are compared with their
// points and melds, and what it costs to have left.
func (s *State) scoreEvent() record.Event {
	e := record.New(record.Score, game.NoPlayer)
	e.Ending, e.Winner = s.ending.name(), s.winner
	n := s.seats()
	e.Points, e.Hands, e.Melds = make([]int, n), make([][]card.Card, n), make([][][]card.Card, n)
	compared := s.ending == declared || s.ending == roundLimit || s.ending == stockOut
	grouping := s.rules.Melds()
	for p := range n {
		switch {
		case !s.active(p):
			e.Points[p] = s.pays(p)
		case compared:
			hand := s.hands[p]
			e.Points[p] = s.score(hand)
			e.Hands[p], e.Melds[p] = hand.Append([]card.Card{}), [][]card.Card{}
			for _, m := range grouping.Group(hand, s.wild).Melds {
				e.Melds[p] = append(e.Melds[p], m.Cards)
			}
		}
	}
	return e
}
