package indian

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestReasons checks why an action is refused and what is wanted instead.
func TestReasons(t *testing.T) {
	r := Paper()
	r.ThrowingBack, r.Taking, r.Jokers = ThrowBackForbidden, TakeNoJokers, 8
	g := newGame(t, r)
	undealt, s := g.NewTable(), g.NewTable()
	g.Deal(s, rand.NewPCG(1, 1))
	lacks := func(s *State) card.Card {
		for i := range card.NumKinds {
			if c := card.FromIndex(i); !s.Hand(s.mover).Has(c) {
				return c
			}
		}
		return card.None
	}
	after := func(actions ...game.Action) *State {
		c := g.NewTable()
		c.CopyFrom(s)
		for _, a := range actions {
			must.Do(t, c.Apply(a))
		}
		return c
	}
	joker := after(DrawStock)
	for joker.Top() != card.Joker {
		if joker.phase == Draw {
			must.Do(t, joker.Apply(DrawStock))
		}
		a := DiscardOf(joker.drawn)
		if joker.Hand(joker.mover).Has(card.Joker) {
			a = DiscardOf(card.Joker)
		}
		must.Do(t, joker.Apply(a))
	}
	drew, took := after(DrawStock), after(DrawPile)
	for _, c := range []struct {
		name   string
		state  *State
		action game.Action
		want   string
	}{
		{"undealt", undealt, Drop, "the game is not dealt"},
		{"over", after(Drop), Drop, "the game is over"},
		{"no action", s, NumActions, "want an action below 109"},
		{"a joker", joker, DrawPile, "the joker JK may not be taken from the open pile: want draw stock"},
		{"before the draw", s, firstDiscard, "no card was drawn yet: want drop, draw stock or draw pile"},
		{"a second draw", drew, DrawPile, "a card was drawn already: want discard or declare"},
		{"thrown back", took, DiscardOf(s.Top()), "just taken from the open pile: want the discard of another card"},
		{"a discard not held", drew, DiscardOf(lacks(drew)), "the player does not hold " + lacks(drew).String()},
		{"a finish not held", drew, DeclareWith(lacks(drew)), "the player does not hold " + lacks(drew).String()},
		{"an early finish", drew, DeclareWith(drew.drawn), "the other cards are no valid declaration"},
	} {
		must.Fail(t, c.state.Apply(c.action), c.want)
	}
	// The discard of the lowest card is an action like the others.
	for lacks(drew) != card.FromIndex(0) {
		g.Deal(drew, rand.NewPCG(drew.key, 1))
		must.Do(t, drew.Apply(DrawStock))
	}
	must.Fail(t, drew.Apply(firstDiscard), "the player does not hold AC")
}
