package indian

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// TestRedealUniform counts the places of the hidden cards: all must be equally often in
// the other hand, and equally often the next card.
func TestRedealUniform(t *testing.T) {
	const tries = 6000
	g := newGame(t, Paper())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(1, 1)
	g.Deal(s, src)
	// Seat 0 takes the top and discards a card, which seat 1 takes. So one card of
	// seat 1 is known, and 13 of its 14 cards are not.
	top := s.Top()
	discarded := s.Hand(0).Once.First()
	for _, a := range []game.Action{DrawPile, DiscardOf(discarded), DrawPile} {
		must.Do(t, s.Apply(a))
	}
	var inHand, next [card.NumKinds]int
	for range tries {
		c.CopyFrom(s)
		c.Redeal(0, src)
		if !c.Hand(1).Has(discarded) || c.Hand(1).Has(top) || c.drawn != discarded {
			t.Fatalf("known cards have moved: seat 1 holds %v", c.Hand(1))
		}
		for k := range c.Hand(1).Without(discarded).Each() {
			inHand[k.Index()]++
		}
		next[c.deck[c.head].Index()]++
	}
	var unseen card.Bag
	for _, k := range s.AppendStock(s.Hand(1).Without(discarded).Append(nil)) {
		unseen.Add(k)
	}
	if n := unseen.Count(); n != 39 {
		t.Fatalf("%d cards are hidden, want 39", n)
	}
	chi := func(counts [card.NumKinds]int, places float64) (x float64) {
		for k := range card.NumKinds {
			copies := float64(unseen.Of(card.FromIndex(k)))
			if copies == 0 {
				if counts[k] != 0 {
					t.Fatalf("%v is visible elsewhere, but dealt", card.FromIndex(k))
				}
				continue
			}
			want := tries * places * copies / 39
			x += (float64(counts[k]) - want) * (float64(counts[k]) - want) / want
		}
		return x
	}
	// About 38 degrees of freedom; 13 of 39 places drawn without replacement have
	// less variance. A value above 84 has probability .00003.
	if x := chi(inHand, 13); x > 84 {
		t.Errorf("the hand is not uniform: chi-square %.1f", x)
	}
	if x := chi(next, 1); x > 84 || math.IsNaN(x) {
		t.Errorf("the next card is not uniform: chi-square %.1f", x)
	}
}

// TestKnownAfterReshuffle checks what each of two players knows of the other hand: all
// of it when the pile becomes the closed deck, because every other card is in the pile
// or in the player's own hand.
func TestKnownAfterReshuffle(t *testing.T) {
	g := newGame(t, Paper())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(3, 1)
	g.Deal(s, src)
	for s.reshuffles == 0 {
		must.Do(t, s.Apply(DrawStock))
		if s.reshuffles == 0 {
			must.Do(t, s.Apply(DiscardOf(s.drawn)))
		}
	}
	me, other := s.mover, 1-s.mover
	var o Observation
	s.Observe(me, &o)
	if o.Known[other] != s.Hand(other) || o.Known[me] != s.Hand(me).Without(s.drawn) {
		t.Errorf("the known cards are %v of %v, and %v of %v without %v", o.Known[other], s.Hand(other), o.Known[me], s.Hand(me), s.drawn)
	}
	c.CopyFrom(s)
	if c.Redeal(me, src); c.Hand(other) != s.Hand(other) {
		t.Errorf("a redeal changes a hand that is fully known")
	}
	// Cards drawn later are hidden again, and discards are no longer in the hand.
	must.Do(t, s.Apply(DiscardOf(s.drawn)))
	must.Do(t, s.Apply(DrawStock))
	old := s.Hand(other).Minus(card.BagOf(s.drawn)).Append(nil)[0]
	must.Do(t, s.Apply(DiscardOf(old)))
	s.Observe(me, &o)
	if o.Known[other].Count() != 12 || o.Known[other].Has(old) {
		t.Errorf("after a hidden draw and the discard of %v, the known cards are %v", old, o.Known[other])
	}

	// With three players only the cards taken from the pile are known.
	g = newGame(t, Club(3))
	s = g.NewTable()
	g.Deal(s, src)
	for s.reshuffles == 0 {
		must.Do(t, s.Apply(DrawStock))
		must.Do(t, s.Apply(DiscardOf(s.drawn)))
	}
	if s.known != [game.MaxPlayers]card.Bag{} {
		t.Errorf("the known cards are %v at a table of three, where no player took a card", s.known)
	}
}
