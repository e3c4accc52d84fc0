package gin

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/meld"
)

// Apply makes the move of the player to move. An action that [State.Legal] does
// not hold gives a *game.IllegalAction and leaves the state untouched.
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
			s.throw(ActionCard(a))
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
		if s.rules.MaxUpcards > 0 && s.upcards()+1 == s.rules.MaxUpcards {
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

// throw lays card c of the player to move on the discard pile.
func (s *State) throw(c card.Card) {
	p := s.mover
	s.hands[p] = s.hands[p].Without(c)
	s.known[p] = s.known[p].Without(c)
	s.given[p] = s.given[p].With(c)
	s.history[s.turned-1].Discard = c
	s.bury(c)
	s.drawn, s.fromPile = card.None, false
}

// bury lays c on the discard pile.
func (s *State) bury(c card.Card) {
	s.pile[s.piled] = c
	s.piled++
	s.heap = s.heap.With(c)
}

// discard throws c. The player may then knock, or the turn is over.
func (s *State) discard(c card.Card) {
	s.throw(c)
	if s.rules.KnockOrder == DiscardThenKnock && s.canKnock(s.hands[s.mover]) {
		s.phase = KnockOrPass
		return
	}
	s.nextTurn()
}

// repeated reports whether the rules end the hand because both players have just
// taken the same card and thrown it back.
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

// canKnock reports whether the best melds of a hand of ten leave no more than the
// limit.
func (s *State) canKnock(hand card.Cards) bool {
	return looseTotal(hand) <= int(s.limit) && meld.Deadwood(hand) <= int(s.limit)
}

// nextTurn gives the turn to the other player, unless the hand is void.
func (s *State) nextTurn() {
	atWall := s.StockSize() <= wall
	if int(s.turn) == s.rules.MaxTurns || atWall && s.rules.StockEnd == VoidAtTwo || s.repeated() {
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

// illegal returns the error of an action that Legal does not hold.
func (s *State) illegal(a game.Action) error {
	return &game.IllegalAction{
		Player: s.Current(), Action: a, Name: actionString(a), Phase: s.phase.String(), Reason: s.reason(a),
	}
}

// reason tells why a is not legal, and what would be.
func (s *State) reason(a game.Action) string {
	c := ActionCard(a)
	switch {
	case !s.dealt:
		return "the game is not dealt"
	case s.phase == Over:
		return "the game is over"
	case int(a) >= NumActions:
		return fmt.Sprintf("want an action below %d", NumActions)
	case s.phase == FirstUpcard:
		return "want draw upcard or pass"
	case s.phase == Draw && s.mustDrawStock():
		return "both players passed the first upcard: want draw stock"
	case s.phase == Draw:
		return "no card was drawn yet: want draw upcard or draw stock"
	case c != card.None && !s.hands[s.mover].Has(c) && (s.phase == Discard || s.phase == KnockDiscard || s.phase == LayOff):
		return fmt.Sprintf("the player does not hold %v: want a card of the hand", c)
	case s.phase == Discard && c != card.None:
		return fmt.Sprintf("%v was just taken from the discard pile: want the discard of another card", c)
	case s.phase == Discard && a == Knock && s.rules.KnockOrder == DiscardThenKnock:
		return "want a discard first"
	case (s.phase == Discard || s.phase == KnockDiscard || s.phase == Wall) && (c != card.None || a == Knock):
		return fmt.Sprintf("the cards left would count more than %d", s.limit)
	case s.phase == Discard:
		return "a card was drawn already: want a discard"
	case s.phase == KnockDiscard:
		return "want the card to knock with"
	case s.phase == KnockOrPass || s.phase == Wall:
		return "want knock or pass"
	case s.phase == LayOff && c != card.None:
		return fmt.Sprintf("%v fits no meld of the knocker", c)
	case s.phase == LayOff:
		return "want a card to lay off, or pass"
	case a == Pass:
		return fmt.Sprintf("the cards not melded count more than %d: want a meld", s.limitNow())
	case a >= FirstMeld && ActionMeld(a)&^s.hands[s.mover] != 0:
		return "the player does not hold these cards: want a meld of the hand"
	case a >= FirstMeld:
		return fmt.Sprintf("without these cards no melds leave %d or less", s.limitNow())
	}
	return "want a meld, or pass"
}
