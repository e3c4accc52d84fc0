package gin

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// The action space. Actions 0 to 51 are cards, by card.Card.Index: what is done
// with the card follows from the phase. From FirstMeld on come the melds of 3 to 5
// cards in the order of meld.GinMelds: longer runs are declared as two, which
// scores the same and takes the same lay-offs.
const (
	DrawUpcard game.Action = 52 // take the top of the discard pile
	DrawStock  game.Action = 53 // draw from the stock
	Pass       game.Action = 54 // pass the first upcard, do not knock, or end melding or laying off
	Knock      game.Action = 55 // knock, or knock with gin

	firstMeld = 56
	numMelds  = 185

	// NumActions is the size of the action space, as OpenSpiel's.
	NumActions = firstMeld + numMelds
)

// CardOf returns the action of card c: to discard it in phase Discard and
// KnockDiscard, to lay it off in phase LayOff.
func CardOf(c card.Card) game.Action { return game.Action(c.Index()) }

// ActionCard returns the card of a, or card.None if a is no card.
func ActionCard(a game.Action) card.Card {
	if a >= DrawUpcard {
		return card.None
	}
	return card.FromIndex(int(a))
}
