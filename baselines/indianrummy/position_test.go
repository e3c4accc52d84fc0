package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

// position describes a decision of a two-player game as text: the player's cards and what
// the player saw. With a drawn card the decision is a discard, otherwise a draw.
type position struct {
	hand  string // 13 cards, without the drawn one
	wild  string // a rank, "" for none
	top   string // of the open pile, when drawing
	drawn string
	pile  bool   // drawn was the top of the open pile
	given string // cards the opponent discarded
	taken string // cards the opponent took from the open pile
	known string // of these, the cards it still holds
	turn  int    // index of the player's turn; 0 is the first
	rules func(*indian.Rules)
}

func bag(t *testing.T, text string) card.Bag {
	t.Helper()
	cards := must.Get(card.ParseAll(text))(t)
	return card.BagOf(cards...)
}

// observe returns the observation and the legal actions of the player.
func (p position) observe(t *testing.T) (*indian.Observation, *game.Mask) {
	t.Helper()
	rules := indian.Paper()
	if p.rules != nil {
		p.rules(&rules)
	}
	o := &indian.Observation{
		Rules: &rules, Active: 3, Hand: bag(t, p.hand), Wild: card.NoRank,
		Drawn: card.None, Top: card.None, StockSize: 20,
	}
	if n := o.Hand.Count(); n != rules.HandSize {
		t.Fatalf("hand of %d cards", n)
	}
	if p.wild != "" {
		r := must.Get(card.ParseRank(p.wild))(t)
		o.Wild = r
	}
	o.TurnsOf[0], o.TurnsOf[1] = p.turn+1, p.turn
	o.Given[1], o.Taken[1], o.Known[1] = bag(t, p.given), bag(t, p.taken), bag(t, p.known)
	var legal game.Mask
	if p.drawn == "" {
		o.Top = cardtest.Card(t, p.top)
		o.Pile, o.PileSize = card.BagOf(o.Top), 1
		legal.Set(indian.Drop)
		legal.Set(indian.DrawStock)
		legal.Set(indian.DrawPile)
		return o, &legal
	}
	o.Phase, o.Drawn, o.FromPile = indian.Discard, cardtest.Card(t, p.drawn), p.pile
	o.Hand.Add(o.Drawn)
	finish := finishing(o)
	for c := range o.Hand.Each() {
		if !p.pile || c != o.Drawn || rules.ThrowingBack == indian.ThrowBackAllowed {
			legal.Set(indian.DiscardOf(c))
		}
		if finish.has(c) || rules.Declaring == indian.AnyCards {
			legal.Set(indian.DeclareWith(c))
		}
	}
	return o, &legal
}

// act returns the name of the action of a player of the spec in the position.
func (p position) act(t *testing.T, spec string) string {
	t.Helper()
	player := must.Get(New(spec))(t)
	return p.actOf(t, player())
}

func (p position) actOf(t *testing.T, a game.Agent) string {
	t.Helper()
	o, legal := p.observe(t)
	a.Reset(1)
	action, probability := a.Act(o, legal)
	if probability <= 0 || probability > 1 {
		t.Errorf("probability %v", probability)
	}
	if !legal.Has(action) {
		t.Errorf("action %d is not legal", action)
	}
	return name(action)
}

// name returns a short name of an action.
func name(a game.Action) string {
	switch a {
	case indian.Drop:
		return "drop"
	case indian.DrawStock:
		return "stock"
	case indian.DrawPile:
		return "pile"
	}
	if c := indian.DiscardCard(a); c != card.None {
		return "discard " + c.String()
	}
	return "declare " + indian.DeclareCard(a).String()
}
