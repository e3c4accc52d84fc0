package gin

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Assumer = (*Game)(nil)

// Assume changes the cards that seat p cannot know, so that the events can happen. See
// [record.Assumer]. The opponent gets the cards that it shows before it draws again from the
// stock, and the stock begins with the card that p draws.
func (g *Game) Assume(state game.State, p game.Player, next []record.Event) (happened bool, err error) {
	q := 1 - p
	s, _ := g.own(state)
	if len(next) == 0 {
		return false, nil
	}
	e := &next[0]
	if e.Type == record.Deal {
		return true, g.assumeDeal(state, p, e)
	}
	if err := s.assumeHeld(q, shown(next, q)); err != nil {
		return false, err
	}
	if e.Type == record.Draw && e.From == record.Stock && e.Seat == p && s.phase == Draw {
		return false, s.assumeNext(q, e.Card)
	}
	return false, nil
}

// assumeDeal deals the first or the next hand as seat p saw it.
func (g *Game) assumeDeal(state game.State, p game.Player, e *record.Event) error {
	s, m := g.own(state)
	if s.dealt && (s.phase != FirstUpcard || s.turned > 0 || m != nil && m.number < 2) {
		return fmt.Errorf("no hand is dealt now")
	}
	if len(e.Hands) != seats || len(e.Hands[p]) != s.rules.HandSize || len(e.Hands[1-p]) > 0 || !s.rules.Pack().Has(e.Upcard) {
		return fmt.Errorf("the hands are %v and the upcard is %v, want %d cards for seat %d, null for the other seat, and a card", e.Hands, e.Upcard, s.rules.HandSize, p)
	}
	rest := s.rules.Pack().Without(e.Upcard)
	for _, c := range e.Hands[p] {
		if !rest.Has(c) {
			return fmt.Errorf("%v occurs twice, or is not a card of the pack", c)
		}
		rest = rest.Without(c)
	}
	others := slices.Collect(rest.Each())
	full := *e
	full.Hands = make([][]card.Card, seats)
	full.Hands[p], full.Hands[1-p], full.Stock = e.Hands[p], others[:s.rules.HandSize], others[s.rules.HandSize:]
	if !s.dealt {
		return g.DealRecorded(state, &full)
	}
	starter := s.starter
	s.deal.clear()
	copy(s.deck[maxDeck-s.rules.DeckSize():], deckOf(&full))
	s.dealHand(starter)
	return nil
}

// shown returns the cards that seat q holds before the events, as far as the events show them
// until q draws from the stock.
func shown(events []record.Event, q game.Player) (held card.Cards) {
	var taken card.Cards // from the discard pile
	show := func(cards ...card.Card) {
		for _, c := range cards {
			if suited(c) && !taken.Has(c) {
				held = held.With(c)
			}
		}
	}
	for i := range events {
		switch e := &events[i]; {
		case e.Type == record.Deal:
			return held
		case e.Type == record.Score:
			if len(e.Hands) == seats {
				show(e.Hands[q]...)
			}
			return held
		case e.Seat != q:
		case e.Type == record.Draw && e.From == record.Stock:
			return held
		case e.Type == record.Draw && suited(e.Card):
			taken = taken.With(e.Card)
		case e.Type == record.Knock:
			show(e.Cards...)
			return held
		case e.Type == record.Meld:
			show(e.Cards...)
		case e.Type == record.Discard || e.Type == record.LayOff:
			show(e.Card)
		}
	}
	return held
}

// assumeHeld gives the cards to seat q, in exchange for other hidden cards of its hand.
func (s *State) assumeHeld(q game.Player, cards card.Cards) error {
	for lacks := cards &^ s.hands[q]; lacks != 0; lacks &= lacks - 1 {
		c := lacks.First()
		i := slices.Index(s.deck[s.head:], c)
		spare := s.hands[q] &^ s.known[q] &^ cards
		if i < 0 || spare == 0 {
			return fmt.Errorf("seat %d cannot hold %v", q, c)
		}
		s.exchange(q, spare.First(), int(s.head)+i)
	}
	return nil
}

// assumeNext makes c the next card of the stock. Seat q may hold it.
func (s *State) assumeNext(q game.Player, c card.Card) error {
	if i := slices.Index(s.deck[s.head:], c); i >= 0 {
		s.deck[s.head], s.deck[int(s.head)+i] = c, s.deck[s.head]
		return nil
	}
	if !suited(c) || !(s.hands[q] &^ s.known[q]).Has(c) {
		return fmt.Errorf("%v cannot be in the stock", c)
	}
	s.exchange(q, c, int(s.head))
	return nil
}

// exchange exchanges card c of seat q for card i of the deck.
func (s *State) exchange(q game.Player, c card.Card, i int) {
	s.hands[q] = s.hands[q].Without(c).With(s.deck[i])
	if s.drawn == c && s.mover == q {
		s.drawn = s.deck[i]
	}
	s.deck[i] = c
}
