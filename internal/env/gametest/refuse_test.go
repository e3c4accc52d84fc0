package gametest

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// strictToy is a toy whose errors name the fault.
type strictToy struct{ toy }

func (g strictToy) ParseAction(s string) (game.Action, error) {
	a, err := g.toy.ParseAction(s)
	if err != nil {
		err = fmt.Errorf("%q: %w", s, err)
	}
	return a, err
}

func (g strictToy) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	rest := card.BagOf(g.Deck()...)
	if len(deck) != toyCards {
		return fmt.Errorf("%d cards, want %d", len(deck), toyCards)
	}
	for i, c := range deck {
		if !c.Valid() || !rest.Remove(c) {
			return fmt.Errorf("%v at position %d", c, i+1)
		}
	}
	return g.toy.DealDeck(dst, deck, key)
}

// twice makes the first card of a deck occur twice.
var twice = Changes[[]card.Card]{{"AC at position 3", func(d *[]card.Card) { (*d)[2] = (*d)[0] }}}

func TestRefusalsAccept(t *testing.T) {
	ParseAction(t, strictToy{}, map[string]game.Action{"draw": toyDraw}, "", "drew")
	DeckErrors(t, strictToy{}, twice)
}

// TestRefusalsReject violates one clause at a time. The error must name it.
func TestRefusalsReject(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want []string
	}{
		{"a text has another action", verifyParseAction(strictToy{}, map[string]game.Action{"draw": 1}), []string{`ParseAction("draw") is 0, <nil>, want 1`}},
		{"a valid text is rejected", verifyParseAction(strictToy{}, map[string]game.Action{"drew": toyDraw}), []string{`ParseAction("drew") is`}},
		{"an invalid text is accepted", verifyParseAction(strictToy{}, nil, "draw"), []string{`ParseAction("draw") is 0, <nil>, want an error`}},
		{"the error lacks the text", verifyParseAction(toy{}, nil, "drew"), []string{"want an error that contains it"}},
		{"the error of a deck lacks the card", verifyDeckErrors(toy{}, twice),
			[]string{"11 cards, want 12", "-- at position 1", "Card(13) at position 2", "AC at position 3"}},
		{"a deck with a duplicate card is accepted", verifyDeckErrors(toy{takesAnyDeck}, twice), []string{"the error of DealDeck is <nil>"}},
		{"a game without a deck", verifyDeckErrors(struct{ game.Game }{toy{}}, nil), []string{"does not report its deck"}},
		{"play allocates", verifyNoAllocation(toy{}), []string{"Deal allocates", "random play allocates", "Observe allocates", "CopyFrom allocates", "Redeal allocates"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.err == nil || !containsAll(c.err.Error(), c.want) {
				t.Errorf("the error is %v, want one that contains %s", c.err, strings.Join(c.want, " and "))
			}
		})
	}
}
