package gin

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// The action space. Actions 0 to 51 are cards, by [card.Card.Index]; the phase
// determines what happens with the card. The actions from FirstMeld are the melds of 3
// to 5 cards in the order of [deadwood.Melds]. Longer runs are declared in parts, which
// gives the same score and the same lay-offs.
const (
	DrawUpcard game.Action = 52 // take the top of the discard pile
	DrawStock  game.Action = 53 // draw from the stock
	Pass       game.Action = 54 // pass the first upcard, do not knock, keep all cards of big gin, or end melding or laying off
	Knock      game.Action = 55 // knock, or knock with gin
	FirstMeld  game.Action = 56 // declare the first of the melds

	numMelds = 185

	// NumActions is the size of the action space, the same as in OpenSpiel.
	NumActions = int(FirstMeld) + numMelds
)

// actionMelds holds the melds of the actions from FirstMeld.
var actionMelds = makeActionMelds()

func makeActionMelds() (melds [numMelds]card.Cards) {
	n := 0
	for _, m := range deadwood.Melds() {
		if m.Count() <= 5 {
			melds[n] = m
			n++
		}
	}
	return melds
}

// CardOf returns the action of card c, which must be suited: its discard in the phases
// Discard and KnockDiscard, its lay-off in phase LayOff.
func CardOf(c card.Card) game.Action { return game.Action(c.Index()) }

// ActionCard returns the card of a, or card.None if a is not the action of a card.
func ActionCard(a game.Action) card.Card {
	if a >= DrawUpcard {
		return card.None
	}
	return card.FromIndex(int(a))
}

// MeldOf returns the action that declares meld m, or game.NoAction if m is not a meld
// of 3 to 5 cards.
func MeldOf(m card.Cards) game.Action {
	for i, have := range &actionMelds {
		if have == m {
			return FirstMeld + game.Action(i)
		}
	}
	return game.NoAction
}

// ActionMeld returns the meld that a declares, or the empty set if a does not declare a
// meld.
func ActionMeld(a game.Action) card.Cards {
	if a < FirstMeld || int(a) >= NumActions {
		return 0
	}
	return actionMelds[a-FirstMeld]
}

const (
	drawUpcardText = "draw upcard"
	drawStockText  = "draw stock"
	passText       = "pass"
	knockText      = "knock"
	meldText       = "meld"
)

func actionString(a game.Action) string {
	switch {
	case a < DrawUpcard:
		return ActionCard(a).String()
	case a == DrawUpcard:
		return drawUpcardText
	case a == DrawStock:
		return drawStockText
	case a == Pass:
		return passText
	case a == Knock:
		return knockText
	case int(a) < NumActions:
		return meldText + " " + joined(ActionMeld(a))
	}
	return fmt.Sprintf("action %d", a)
}

// joined returns the cards in ascending order without spaces, such as "3C4C5C".
func joined(cs card.Cards) string {
	var b strings.Builder
	for c := range cs.Each() {
		b.WriteString(c.String())
	}
	return b.String()
}

// parseAction parses the text that actionString returns.
func parseAction(s string) (game.Action, error) {
	words := strings.Fields(s)
	switch strings.Join(words, " ") {
	case drawUpcardText:
		return DrawUpcard, nil
	case drawStockText:
		return DrawStock, nil
	case passText:
		return Pass, nil
	case knockText:
		return Knock, nil
	}
	if len(words) > 1 && words[0] == meldText {
		if a := MeldOf(parseMeld(strings.Join(words[1:], ""))); a != game.NoAction {
			return a, nil
		}
		return game.NoAction, fmt.Errorf("gin: action %q: want a meld of 3 to 5 cards", s)
	}
	if len(words) == 1 {
		if c, err := card.Parse(words[0]); err == nil && c < card.Joker {
			return CardOf(c), nil
		}
	}
	return game.NoAction, fmt.Errorf("gin: %q is not an action: want draw upcard, draw stock, pass, knock, a card, or meld and its cards", s)
}

// parseMeld parses the text that joined returns. It returns the empty set on an error.
func parseMeld(s string) card.Cards {
	var m card.Cards
	for s != "" {
		n := 1 + strings.IndexAny(s, "CDHScdhs")
		c, err := card.Parse(s[:n])
		if err != nil || m.Has(c) {
			return 0
		}
		m = m.With(c)
		s = s[n:]
	}
	return m
}
