package gin

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
)

// illegal returns the error of an action that is not legal.
func (s *State) illegal(a game.Action) error {
	return &game.IllegalAction{
		Player: s.Current(), Action: a, Name: actionString(a), Phase: s.phase.String(), Reason: s.reason(a),
	}
}

// reason returns why a is not legal and which actions are legal.
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
