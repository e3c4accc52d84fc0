package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Apply applies an action of the player to move. An action that is not legal gives a
// *game.IllegalAction and leaves the state unchanged.
func (s *State) Apply(a game.Action) error {
	switch {
	case s.phase == Draw && a == DrawStock:
		if err := s.drawStock(); err != nil {
			return err
		}
	case s.phase == Draw && a == DrawPile && s.canTake():
		s.drawPile()
	case s.phase == Draw && a == Drop:
		s.drop()
	case s.phase == Discard && a >= firstDiscard && a < firstDeclare:
		c := card.FromIndex(int(a - firstDiscard))
		if !s.hands[s.mover].Has(c) || c == s.mustKeep() {
			return s.illegal(a)
		}
		s.toPile(c)
		s.nextTurn()
	case s.phase == Discard && a >= firstDeclare && a < NumActions:
		c := card.FromIndex(int(a - firstDeclare))
		if !s.hands[s.mover].Has(c) {
			return s.illegal(a)
		}
		valid := s.valid(s.hands[s.mover].Without(c))
		if !valid && s.rules.Declaring == ValidOnly {
			return s.illegal(a)
		}
		s.declare(c, valid)
	default:
		return s.illegal(a)
	}
	if invariants {
		s.mustHold(a)
	}
	return nil
}

// drawStock draws from the closed deck. If the closed deck is empty, it is recycled
// first. An error says that the order given for that has other cards.
func (s *State) drawStock() error {
	if s.head == s.end {
		if err := s.recycle(); err != nil {
			return err
		}
	}
	c := s.deck[s.head]
	s.head++
	s.hands[s.mover].Add(c)
	s.phase, s.drawn, s.fromPile = Discard, c, false
	return nil
}

// drawPile draws the top of the open pile.
func (s *State) drawPile() {
	s.piled--
	c := s.pile[s.piled]
	s.pileBag.Remove(c)
	p := s.mover
	s.hands[p].Add(c)
	s.taken[p].Add(c)
	s.known[p].Add(c)
	s.phase, s.drawn, s.fromPile = Discard, c, true
}

// toPile moves card c of the player to move to the top of the open pile.
func (s *State) toPile(c card.Card) {
	p := s.mover
	s.hands[p].Remove(c)
	s.known[p].Remove(c)
	s.given[p].Add(c)
	s.pile[s.piled] = c
	s.piled++
	s.pileBag.Add(c)
	s.drawn, s.fromPile = card.None, false
}

// drop removes the player to move from the game before its draw.
func (s *State) drop() {
	if s.turns[s.mover] == 1 {
		s.leave(firstDrop)
	} else {
		s.leave(middleDrop)
	}
}

// declare finishes with card c. valid reports whether the remaining cards are a valid
// declaration.
func (s *State) declare(c card.Card, valid bool) {
	s.toPile(c)
	if valid {
		s.finish(declared)
		return
	}
	s.known[s.mover] = s.hands[s.mover]
	s.leave(wrongDeclaration)
}

// leave removes the player to move from the turn order. If one player is left, that
// player wins.
func (s *State) leave(how ending) {
	s.left[s.mover] = how
	in := 0
	for p := range s.seats() {
		if s.active(p) {
			in++
		}
	}
	if in == 1 {
		s.finish(how)
		return
	}
	s.nextTurn()
}

// nextTurn gives the turn to the next player, unless the game ends at the limit of
// rounds or because no card can be drawn.
func (s *State) nextTurn() {
	next, round := s.mover+1, s.round
	for {
		if next == s.seats() {
			next = 0
		}
		if s.active(next) {
			break
		}
		next++
	}
	if s.rules.Counting == HalfTurns {
		round = (s.turn + 1) / 2
	} else if next < s.mover {
		round++
	}
	switch {
	case int(round) > s.rules.MaxRounds:
		s.finish(roundLimit)
	case s.spent():
		s.finish(stockOut)
	default:
		s.round = round
		s.begin(next)
	}
}

// begin begins a turn of seat p.
func (s *State) begin(p game.Player) {
	s.mover = p
	s.turn++
	s.turns[p]++
	s.phase, s.drawn, s.fromPile = Draw, card.None, false
}

// spent reports whether the closed deck is empty and cannot be recycled.
func (s *State) spent() bool {
	return s.head == s.end && (s.rules.Recycling == NoRecycling || s.piled < 2)
}

// recycle makes a new closed deck from the open pile, in the order that is given or by the key.
func (s *State) recycle() error {
	var given []card.Card
	if len(s.later) > 0 {
		given = s.later[:min(int(s.piled), len(s.later))]
		if card.BagOf(given...) != s.pileBag || s.rules.Recycling == KeepTop && given[0] != s.Top() {
			return fmt.Errorf("indian: the deck gives the cards [%s] for reshuffle %d, want those of the open pile, %v, and %v on it if it stays", card.Format(given), s.reshuffles+1, s.pileBag, s.Top())
		}
		s.later = s.later[len(given):]
	}
	if s.rules.Seats == 2 {
		// A card that is neither in the pile nor in a player's own hand is in the
		// opponent's hand.
		s.known[0], s.known[1] = s.hands[0], s.hands[1]
	}
	n := s.piled
	if s.rules.Recycling == KeepTop {
		n--
	}
	if given != nil {
		copy(s.deck[:n], given[int(s.piled)-int(n):])
	} else {
		copy(s.deck[:n], s.pile[:n])
		card.ShuffleSeeded(s.deck[:n], s.key, uint64(s.reshuffles))
	}
	s.reshuffles++
	s.head, s.end = 0, n
	if s.rules.Recycling == KeepTop {
		s.pile[0] = s.pile[n]
	} else {
		s.pile[0] = s.deck[0]
		s.head = 1
	}
	s.piled = 1
	s.pileBag = card.BagOf(s.pile[0])
	return nil
}

// illegal returns the error of an action that is not legal.
func (s *State) illegal(a game.Action) error { return s.refuse(a, s.reason(a)) }

// refuse returns the error of action a for the given reason.
func (s *State) refuse(a game.Action, reason string) error {
	return &game.IllegalAction{
		Player: s.Current(), Action: a, Name: actionString(a), Phase: s.phase.String(), Reason: reason,
	}
}

// reason returns why a is not legal and which actions are legal.
func (s *State) reason(a game.Action) string {
	discard, finish := DiscardCard(a), DeclareCard(a)
	switch {
	case !s.dealt:
		return "the game is not dealt"
	case s.phase == Over:
		return "the game is over"
	case a >= NumActions:
		return fmt.Sprintf("want an action below %d", NumActions)
	case s.phase == Draw && a == DrawPile:
		return fmt.Sprintf("the joker %v may not be taken from the open pile: want draw stock", s.Top())
	case s.phase == Draw:
		return "no card was drawn yet: want drop, draw stock or draw pile"
	case a < firstDiscard:
		return "a card was drawn already: want discard or declare"
	case discard != card.None && s.hands[s.mover].Has(discard):
		return fmt.Sprintf("%v was just taken from the open pile: want the discard of another card", discard)
	case discard != card.None:
		return fmt.Sprintf("the player does not hold %v: want a card of the hand", discard)
	case !s.hands[s.mover].Has(finish):
		return fmt.Sprintf("the player does not hold %v: want a card of the hand", finish)
	}
	return "the other cards are no valid declaration: want " + [...]string{
		PureAndSequence: "a pure sequence, a second sequence, and ", OnePure: "a pure sequence, and ", AnyMelds: "", TwoPure: "two pure sequences, and ",
	}[s.rules.Requirement] + "no card outside melds"
}
