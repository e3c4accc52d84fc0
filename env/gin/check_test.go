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
	hand := HandOf(s)
	mustApply(t, s, CardOf(hand.discardable().First()))
	if hand.phase == KnockOrPass {
		mustApply(t, s, Pass)
	}
}

// plain returns the rules of single hands that a knock does not end soon.
func plain() Rules {
	r := EAAI()
	r.Episode, r.Starter, r.KnockLimit = Hand, FirstSeat, 0
	return r
}

// TestBigGinActions tries all actions of a player that has big gin and has knocked: a discard for gin, or
// none.
func TestBigGinActions(t *testing.T) {
	r := Classic()
	r.Episode, r.Starter, r.KnockOrder, r.KnockLimit = Hand, FirstSeat, KnockThenDiscard, 0
	s := dealt(t, r, "AC 2C 3C 4C 5D 6D 7D 9H 9S 9C", "AD 2D KC KD QH JS 8H 6S 4H 3H", "9D")
	mustApply(t, s, DrawUpcard, Knock)
	want := map[game.Action]bool{Pass: true}
	for c := range cards(t, "AC 4C 9H 9S 9C").Each() { // with the upcard, which may not be thrown back
		want[CardOf(c)] = true
	}
	var legal game.Mask
	s.Legal(&legal)
	for a := range game.Action(NumActions) {
		c := *s
		if err := c.Apply(a); (err == nil) != want[a] || legal.Has(a) != want[a] {
			t.Errorf("%s: %v, legal %t, want %t", actionString(a), err, legal.Has(a), want[a])
		}
	}
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
