package gin

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// cards returns the set of the cards of a text.
func cards(t *testing.T, text string) (cs card.Cards) {
	t.Helper()
	all := must.Get(card.ParseAll(text))(t)
	for _, c := range all {
		cs = cs.With(c)
	}
	return cs
}

// dealt returns a table where the seats are dealt the cards of two texts and the upcard.
func dealt(t *testing.T, r Rules, own, other, upcard string) *State {
	t.Helper()
	g := newGame(t, r)
	s := g.NewTable()
	dealTo(t, g, s, own, other, upcard)
	return s
}

// dealTo deals the hands and the upcard.
func dealTo(t *testing.T, g *Game, s game.State, own, other, upcard string) {
	t.Helper()
	var deck []card.Card
	hands := [2][]card.Card{slices.Collect(cards(t, own).Each()), slices.Collect(cards(t, other).Each())}
	for i := range g.rules.HandSize {
		deck = append(deck, hands[0][i], hands[1][i])
	}
	deck = append(deck, cards(t, upcard).First())
	for _, c := range g.Deck() {
		if !slices.Contains(deck, c) {
			deck = append(deck, c)
		}
	}
	must.Do(t, g.DealDeck(s, deck, 1))
}

// takeTurn draws with action a and discards the lowest card that may be. It does not knock.
func takeTurn(t *testing.T, s game.State, a game.Action) {
	t.Helper()
	mustApply(t, s, a)
	hand := s.(*State)
	mustApply(t, s, CardOf(hand.discardable().First()))
	if hand.phase == KnockOrPass {
		mustApply(t, s, Pass)
	}
}

// plain returns the rules of single hands that a knock does not end soon.
func plain() Rules {
	r := EAAI()
	r.Starter, r.KnockLimit = FirstSeat, 0
	return r
}

// knockingAction returns a random action that keeps deadwood low and sometimes knocks.
func knockingAction(s *State, src *rand.PCG) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	hand := s.hands[s.mover]
	switch {
	case s.phase == Discard && !legal.Has(Knock):
		var after [card.NumKinds]int8
		deadwood.Discards(&after, hand)
		best := legal.Nth(0)
		for a := range legal.Each() {
			if after[a] < after[best] {
				best = a
			}
		}
		return best
	case s.phase == KnockOrPass && deadwood.Of(hand) > 0 && card.Below(src, 3) > 0:
		return Pass
	}
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}
