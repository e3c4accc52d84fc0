package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Legal sets dst to the legal actions of the player to move. It is empty if the game is
// over or not dealt.
func (s *State) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	switch s.phase {
	case Draw:
		dst[0] = 1<<Drop | 1<<DrawStock
		if s.canTake() {
			dst[0] |= 1 << DrawPile
		}
	case Discard:
		hand := &s.hands[s.mover]
		dst[0] = dense(hand.Once, hand.Jokers > 0) << firstDiscard
		if s.mustKeep() != card.None {
			dst.Unset(DiscardOf(s.drawn))
		}
		if declare := s.declarable(); declare != 0 {
			dst[0] |= declare << firstDeclare
			dst[1] = declare >> (64 - firstDeclare)
		}
	}
}

// dense returns a set of kinds of cards as bits by [card.Card.Index]: the cards of cs,
// and bit 52 for the printed joker.
func dense(cs card.Cards, joker bool) uint64 {
	x := cs.Dense()
	if joker {
		x |= 1 << (card.NumKinds - 1)
	}
	return x
}

// canTake reports whether the top of the open pile may be drawn. The pile is never empty in the phase
// draw.
func (s *State) canTake() bool {
	if s.rules.Taking == TakeAny || !s.isJoker(s.Top()) {
		return true
	}
	// A joker may be taken only before the first discard. Later the top is always
	// a discard.
	for p := range s.seats() {
		if s.given[p] != (card.Bag{}) {
			return false
		}
	}
	return true
}

// mustKeep returns the card that may not be discarded because it was just taken
// from the open pile, or card.None.
func (s *State) mustKeep() card.Card {
	if s.fromPile && s.rules.ThrowingBack == ThrowBackForbidden {
		return s.drawn
	}
	return card.None
}

// declarable returns the kinds with which the player in phase Discard may declare, in
// the form of dense.
func (s *State) declarable() uint64 {
	hand := &s.hands[s.mover]
	if s.rules.Declaring == AnyCards {
		return dense(hand.Once, hand.Jokers > 0)
	}
	return dense(s.rules.Declarable(*hand, s.wild))
}

// The action space: three actions of the phase Draw, then the discard of each card
// face by [card.Card.Index], then the declaration with each card face.
const (
	Drop      game.Action = 0 // leave the game before drawing
	DrawStock game.Action = 1 // draw from the closed deck
	DrawPile  game.Action = 2 // draw the top of the open pile

	firstDiscard = 3
	firstDeclare = firstDiscard + card.NumKinds

	// NumActions is the size of the action space.
	NumActions = firstDeclare + card.NumKinds
)

// DiscardOf returns the action that discards c.
func DiscardOf(c card.Card) game.Action { return firstDiscard + game.Action(c.Index()) }

// DeclareWith returns the action that finishes with c: it discards c and declares the
// other cards, grouped optimally.
func DeclareWith(c card.Card) game.Action { return firstDeclare + game.Action(c.Index()) }

// DiscardCard returns the card that a discards, or card.None if a is not a discard.
func DiscardCard(a game.Action) card.Card {
	if a < firstDiscard || a >= firstDeclare {
		return card.None
	}
	return card.FromIndex(int(a - firstDiscard))
}

// DeclareCard returns the card that a finishes with, or card.None if a is not a
// declaration.
func DeclareCard(a game.Action) card.Card {
	if a < firstDeclare || a >= NumActions {
		return card.None
	}
	return card.FromIndex(int(a - firstDeclare))
}
