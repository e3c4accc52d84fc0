package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

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
