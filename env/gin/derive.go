package gin

import (
	"errors"
	"fmt"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// firstUpcard returns the card that the deal turned up.
func (s *State) firstUpcard() card.Card {
	if s.turned > 0 {
		return s.history[0].Upcard
	}
	return s.pile[0]
}

// derive sets the values that the rest of the state determines: limit, turn, discard
// pile, the players and upcards of the history, and the cards taken, given, refused
// and known. It returns an error if the turns are impossible.
func (s *State) derive(first card.Card) error {
	if !s.rules.Pack().Has(first) || s.starter != 0 && s.starter != 1 {
		return fmt.Errorf("the starter is seat %d and the first upcard %v", s.starter, first)
	}
	turns := s.history
	s.history, s.pile = [maxHistory]Turn{}, [maxPile]card.Card{}
	s.piled, s.heap = 0, 0
	s.taken, s.given, s.refused, s.known = [2]card.Cards{}, [2]card.Cards{}, [2]card.Cards{}, [2]card.Cards{}
	s.limit = s.limitOf(first)
	s.addToPile(first)
	s.turn, s.fromPile = 0, false
	p := s.starter
	n := s.turned
	for s.turned = 0; s.turned < n; p = 1 - p {
		if err := s.replay(p, turns[s.turned], s.turned+1 == n); err != nil {
			return fmt.Errorf("turn %d: %w", s.turned, err)
		}
	}
	switch s.phase {
	case FirstUpcard, Draw, Wall:
		s.turn++
	case Over:
		// The seat whose turn it was ended the hand without a draw.
		if s.knocker == game.NoPlayer && s.mover == p {
			s.turn++
		}
	}
	if k := s.knocker; k == 0 || k == 1 {
		for q := range s.known {
			s.known[q] &^= s.melds[q].Cards()
		}
		s.known[1-k] &^= s.laidOff
		s.known[k] = s.hands[k]
		if s.phase == Over {
			s.known = s.hands
		}
	}
	return nil
}

// replay adds turn t of seat p, the last one or not, to the history.
func (s *State) replay(p game.Player, t Turn, last bool) error {
	t.Player, t.Upcard = p, s.Upcard()
	passes := s.turn == 0 // no card was drawn yet
	open := t.Discard == card.None
	switch {
	case t.Source == Passed && passes && s.turned < seats && open:
		s.refused[p] = s.refused[p].With(t.Upcard)
	case t.Source == FromPile && (!passes || s.turned < seats):
		s.piled--
		s.pile[s.piled] = 0
		s.heap = s.heap.Without(t.Upcard)
		s.taken[p] = s.taken[p].With(t.Upcard)
		s.known[p] = s.known[p].With(t.Upcard)
		s.turn++
	case t.Source == FromStock && (!passes || s.turned == seats):
		s.refused[p] = s.refused[p].With(t.Upcard)
		s.turn++
	default:
		return fmt.Errorf("the source %v is impossible", t.Source)
	}
	s.history[s.turned] = t
	s.turned++
	if t.Source == Passed {
		return nil
	}
	if open {
		if !last {
			return errors.New("there is no discard")
		}
		s.fromPile = t.Source == FromPile && s.drawn != card.None
		return nil
	}
	back := t.Source == FromPile && t.Discard == t.Upcard && s.rules.ThrowingBack == ThrowBackForbidden
	if !s.rules.Pack().Has(t.Discard) || s.heap.Has(t.Discard) || s.known[1-p].Has(t.Discard) || back || s.piled == maxPile {
		return fmt.Errorf("seat %d cannot discard %v", p, t.Discard)
	}
	s.given[p] = s.given[p].With(t.Discard)
	s.known[p] = s.known[p].Without(t.Discard)
	s.addToPile(t.Discard)
	if !last && s.repeated() {
		return errors.New("the hand continues after a repeat")
	}
	return nil
}

// limitOf returns the maximum deadwood for a knock in a hand with the given first upcard.
func (s *State) limitOf(first card.Card) int8 {
	switch pips := deadwood.Pips(first); {
	case s.rules.KnockCard == FixedLimit:
		return int8(s.rules.KnockLimit)
	case pips == 1:
		return 0
	default:
		return int8(pips)
	}
}

// suited reports whether c is one of the 52 cards.
func suited(c card.Card) bool { return c < card.Joker && c.Valid() }

// open reports whether a card was drawn, but no card was discarded yet.
func (s *State) open() bool {
	if s.turned == 0 {
		return false
	}
	t := s.history[s.turned-1]
	return t.Source != Passed && t.Discard == card.None
}
