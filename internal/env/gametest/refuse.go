package gametest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// ParseAction checks that ParseAction returns the actions of the valid texts, and for an
// invalid text an error that contains it.
func ParseAction(t *testing.T, g game.Game, valid map[string]game.Action, invalid ...string) {
	t.Helper()
	report(t, verifyParseAction(g, valid, invalid...))
}

func verifyParseAction(g game.Game, valid map[string]game.Action, invalid ...string) error {
	var errs []error
	for text, want := range valid {
		if a, err := g.ParseAction(text); err != nil || a != want {
			errs = append(errs, fmt.Errorf("ParseAction(%q) is %d, %v, want %d", text, a, err, want))
		}
	}
	for _, text := range invalid {
		if a, err := g.ParseAction(text); err == nil || !strings.Contains(err.Error(), text) {
			errs = append(errs, fmt.Errorf("ParseAction(%q) is %d, %v, want an error that contains it", text, a, err))
		}
	}
	return errors.Join(errs...)
}

// DeckErrors checks that DealDeck rejects the deck of the game after each change, with an
// error that contains the name of the change. It adds changes that no game accepts: a
// missing card, and positions without a card or with a number that is not a card.
func DeckErrors(t *testing.T, g game.Game, changes Changes[[]card.Card]) {
	t.Helper()
	report(t, verifyDeckErrors(g, changes))
}

func verifyDeckErrors(g game.Game, changes Changes[[]card.Card]) error {
	decker, ok := g.(Decker)
	if !ok {
		return errors.New("the game does not report its deck")
	}
	const notACard = card.Card(13) // between the clubs and the diamonds
	n := len(decker.Deck())
	changes = append(Changes[[]card.Card]{
		{fmt.Sprintf("%d cards, want %d", n-1, n), func(d *[]card.Card) { *d = (*d)[1:] }},
		{card.None.String() + " at position 1", func(d *[]card.Card) { (*d)[0] = card.None }},
		{notACard.String() + " at position 2", func(d *[]card.Card) { (*d)[1] = notACard }},
	}, changes...)
	s := g.NewState()
	var errs []error
	for _, c := range changes {
		deck := decker.Deck()
		c.Set(&deck)
		if err := g.DealDeck(s, deck, 1); err == nil || !strings.Contains(err.Error(), c.Name) {
			errs = append(errs, fmt.Errorf("the error of DealDeck is %v, want one that contains %q", err, c.Name))
		}
	}
	return errors.Join(errs...)
}
