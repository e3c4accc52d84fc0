package gin

import (
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// Apply applies an action of the player to move. An action that is not legal gives a
// *game.IllegalAction and leaves the state unchanged.
func (s *State) Apply(a game.Action) error {
	if !s.allows(a) {
		return s.illegal(a)
	}
	switch s.phase {
	case FirstUpcard:
		s.applyFirst(a)
	case Draw:
		s.applyDraw(a)
	case Discard:
		if a == Knock {
			s.knock()
		} else {
			s.discard(ActionCard(a))
		}
	case KnockOrPass:
		if a == Knock {
			s.knock()
		} else {
			s.nextTurn()
		}
	case KnockDiscard:
		if a == Pass {
			s.big = true
		} else {
			s.toPile(ActionCard(a))
		}
		s.show()
	case KnockerMelds:
		if a == Pass {
			s.answer()
		} else {
			s.declare(ActionMeld(a))
		}
	case DefenderMelds:
		if a == Pass {
			s.defended()
		} else {
			s.declare(ActionMeld(a))
		}
	case LayOff:
		if a == Pass {
			s.laid()
		} else {
			s.layOff(ActionCard(a))
		}
	case Wall:
		if a == Knock {
			s.takeUpcard()
			s.knock()
		} else {
			s.endHand()
		}
	}
	if invariants {
		s.mustHold(a)
	}
	return nil
}

// applyFirst takes or passes the first upcard.
func (s *State) applyFirst(a game.Action) {
	if a == DrawUpcard {
		s.takeUpcard()
		s.phase = Discard
		return
	}
	s.record(Passed)
	s.refused[s.mover] = s.refused[s.mover].With(s.Upcard())
	s.mover = 1 - s.mover
	if s.turned == seats {
		s.phase = Draw // from the stock, see mustDrawStock
	}
}

// applyDraw draws a card.
func (s *State) applyDraw(a game.Action) {
	if a == DrawUpcard {
		// With fewer turns the limit cannot be reached, so the upcards are not counted.
		if most := s.rules.MaxUpcards; most > 0 && int(s.turned) >= most && s.upcards()+1 == most {
			s.endHand()
			return
		}
		s.takeUpcard()
	} else {
		s.record(FromStock)
		p := s.mover
		s.refused[p] = s.refused[p].With(s.Upcard())
		s.drawn, s.fromPile = s.deck[s.head], false
		s.hands[p] = s.hands[p].With(s.drawn)
		s.head++
	}
	s.phase = Discard
}

// upcards returns the number of upcards taken in this hand in phase Draw.
func (s *State) upcards() int {
	n, turns := 0, 0
	for _, t := range s.history[:s.turned] {
		if t.Source != Passed {
			turns++
		}
		if t.Source == FromPile && turns > 1 {
			n++
		}
	}
	return n
}

// record adds a turn of the player to move to the history.
func (s *State) record(from Source) {
	s.history[s.turned] = Turn{Player: s.mover, Source: from, Upcard: s.Upcard(), Discard: card.None}
	s.turned++
}

// takeUpcard gives the upcard to the player to move.
func (s *State) takeUpcard() {
	s.record(FromPile)
	p, c := s.mover, s.Upcard()
	s.piled--
	s.pile[s.piled] = 0
	s.heap = s.heap.Without(c)
	s.hands[p] = s.hands[p].With(c)
	s.taken[p] = s.taken[p].With(c)
	s.known[p] = s.known[p].With(c)
	s.drawn, s.fromPile = c, true
}

// toPile moves card c of the player to move to the discard pile.
func (s *State) toPile(c card.Card) {
	p := s.mover
	s.hands[p] = s.hands[p].Without(c)
	s.known[p] = s.known[p].Without(c)
	s.given[p] = s.given[p].With(c)
	s.history[s.turned-1].Discard = c
	s.addToPile(c)
	s.drawn, s.fromPile = card.None, false
}

// addToPile puts c on the top of the discard pile.
func (s *State) addToPile(c card.Card) {
	s.pile[s.piled] = c
	s.piled++
	s.heap = s.heap.With(c)
}

// discard discards c. Then the player may knock, or the turn ends.
func (s *State) discard(c card.Card) {
	s.toPile(c)
	if s.rules.KnockOrder == DiscardThenKnock && s.canKnock(s.hands[s.mover]) {
		s.phase = KnockOrPass
		return
	}
	s.nextTurn()
}

// repeated reports whether the rules end the hand because both players have just taken
// and discarded the same card.
func (s *State) repeated() bool {
	if s.rules.Repeat == RepeatAllowed || s.turned < 2 {
		return false
	}
	for _, t := range s.history[s.turned-2 : s.turned] {
		if t.Source != FromPile || t.Upcard != t.Discard {
			return false
		}
	}
	return true
}

// canKnock reports whether the deadwood of a hand is at most the limit.
func (s *State) canKnock(hand card.Cards) bool {
	return deadwood.Of(hand) <= int(s.limit)
}

// nextTurn gives the turn to the opponent, unless the hand is void.
func (s *State) nextTurn() {
	atWall := s.StockSize() <= s.rules.stockLeft()
	if int(s.turn) == s.rules.MaxTurns || atWall && s.rules.StockEnd != WallKnock || s.repeated() {
		s.endHand()
		return
	}
	s.turn++
	s.mover = 1 - s.mover
	s.phase = Draw
	if atWall {
		s.phase = Wall
	}
}
