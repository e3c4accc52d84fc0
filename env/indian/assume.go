package indian

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Assumer = (*Game)(nil)

// Assume changes the cards that seat p cannot know, so that the events can happen. See
// [record.Assumer]. Every other seat gets the cards that it shows before it draws again from the
// closed deck, and the closed deck begins with the card that p draws.
func (g *Game) Assume(state game.State, p game.Player, next []record.Event) (happened bool, err error) {
	s := g.own(state)
	if len(next) == 0 {
		return false, nil
	}
	e := &next[0]
	switch e.Type {
	case record.Deal:
		return true, g.assumeDeal(s, p, e)
	case record.Reshuffle:
		return true, s.assumeReshuffle(p, e)
	}
	w := world{State: s, seat: p}
	for q := range s.seats() {
		w.shown[q] = shown(next, q)
	}
	for q := range s.seats() {
		if err := w.give(q); err != nil {
			return false, err
		}
	}
	if e.Type == record.Draw && e.From == record.Stock && e.Seat == p && s.phase == Draw {
		return false, w.giveNext(e.Card)
	}
	return false, nil
}

// assumeDeal deals as seat p saw it.
func (g *Game) assumeDeal(s *State, p game.Player, e *record.Event) error {
	if s.dealt {
		return fmt.Errorf("the game is dealt already")
	}
	if len(e.Hands) != g.rules.Seats {
		return fmt.Errorf("%d hands are dealt, want %d", len(e.Hands), g.rules.Seats)
	}
	n := g.rules.HandSize
	rest := g.cards
	shown := []card.Card{e.Upcard}
	if p != game.NoPlayer {
		if len(e.Hands[p]) != n {
			return fmt.Errorf("seat %d is dealt %d cards, want %d", p, len(e.Hands[p]), n)
		}
		shown = append(shown, e.Hands[p]...)
	}
	if g.rules.Wildcard != NoWildcard {
		shown = append(shown, e.Wildcard)
	}
	for _, c := range shown {
		if !c.Valid() || !rest.Remove(c) {
			return fmt.Errorf("%v occurs more than %d times, or is not a card", c, g.cards.Of(c))
		}
	}
	others := appendBag(nil, rest)
	full := *e
	full.Hands = slices.Clone(e.Hands)
	for q := range full.Hands {
		if game.Player(q) == p {
			continue
		}
		if len(full.Hands[q]) > 0 {
			return fmt.Errorf("the hand of seat %d is shown, want null", q)
		}
		full.Hands[q], others = others[:n], others[n:]
	}
	full.Stock = others
	return g.DealRecorded(s, &full)
}

// assumeReshuffle makes the open pile the closed deck, as the event shows it.
func (s *State) assumeReshuffle(p game.Player, e *record.Event) error {
	if s.phase != Draw || s.stock() > 0 || s.spent() {
		return fmt.Errorf("there is no reshuffle in phase %v with %d cards in the closed deck and %d in the open pile", s.phase, s.stock(), s.piled)
	}
	known := s.known
	if s.recycle(); p == game.NoPlayer {
		s.known = known // who watches cannot infer the hands of two players
	}
	if s.pile[0] != e.Upcard {
		i := slices.Index(s.deck[s.head:s.end], e.Upcard)
		if i < 0 || s.rules.Recycling == KeepTop {
			return fmt.Errorf("the upcard is %v, which it cannot be", e.Upcard)
		}
		s.deck[int(s.head)+i], s.pile[0] = s.pile[0], e.Upcard
		s.pileBag = card.BagOf(e.Upcard)
	}
	if e.Number != int(s.reshuffles) || e.StockSize != s.stock() {
		return fmt.Errorf("it has number %d and %d cards, want number %d and %d cards", e.Number, e.StockSize, s.reshuffles, s.stock())
	}
	return nil
}

// shown returns the cards that seat q holds before the events, as far as the events show them
// until q draws from the closed deck.
func shown(events []record.Event, q game.Player) (held card.Bag) {
	var taken card.Bag // from the open pile
	show := func(cards ...card.Card) {
		for _, c := range cards {
			if c.Valid() && !taken.Remove(c) {
				held.Add(c)
			}
		}
	}
	for i := range events {
		switch e := &events[i]; {
		case e.Type == record.Score:
			if int(q) < len(e.Hands) {
				show(e.Hands[q]...)
			}
			return held
		case e.Seat != q:
		case e.Type == record.Draw && e.From == record.Stock:
			return held
		case e.Type == record.Draw && e.Card.Valid():
			taken.Add(e.Card)
		case e.Type == record.Discard:
			show(e.Card)
		case e.Type == record.Declare:
			show(append(slices.Clone(e.Cards), e.Card)...)
			return held
		}
	}
	return held
}

// world is a state whose cards a seat knows in part.
type world struct {
	*State
	seat  game.Player
	shown [game.MaxPlayers]card.Bag // cards that the other seats must hold
}

// spare returns the cards that another seat need not hold.
func (w *world) spare(q game.Player) card.Bag {
	known := w.known[q]
	return w.hands[q].Minus(known).Minus(w.shown[q].Minus(known))
}

// give gives seat q the cards that it must hold, in exchange for others that it need not.
func (w *world) give(q game.Player) error {
	if q == w.seat {
		return nil
	}
	for c := range w.shown[q].Minus(w.hands[q]).Each() {
		spare := appendBag(nil, w.spare(q))
		if len(spare) == 0 || !w.place(spare[0], c) {
			return fmt.Errorf("seat %d cannot hold %v", q, c)
		}
		w.exchange(q, spare[0], c)
	}
	return nil
}

// giveNext makes c the next card of the closed deck.
func (w *world) giveNext(c card.Card) error {
	if w.stock() == 0 {
		return fmt.Errorf("the closed deck is empty, and there was no reshuffle")
	}
	if next := w.deck[w.head]; c != next && !w.place(next, c) {
		return fmt.Errorf("%v cannot be in the closed deck", c)
	}
	w.deck[w.head] = c
	return nil
}

// place puts card x in the place of a card c of the closed deck, or of a hand that need not hold
// c. It reports whether there is one.
func (w *world) place(x, c card.Card) bool {
	if i := slices.Index(w.deck[w.head:w.end], c); i >= 0 {
		w.deck[int(w.head)+i] = x
		return true
	}
	for r := range w.seats() {
		if r != w.seat && w.spare(r).Has(c) {
			w.exchange(r, c, x)
			return true
		}
	}
	return false
}

// exchange exchanges card c of seat q for card x.
func (w *world) exchange(q game.Player, c, x card.Card) {
	w.hands[q].Remove(c)
	w.hands[q].Add(x)
	if w.drawn == c && w.mover == q && !w.fromPile {
		w.drawn = x
	}
}
