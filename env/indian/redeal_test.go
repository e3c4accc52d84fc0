package indian

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// TestRedealUniform counts where the hidden cards go: every one must be as often
// in the other hand, and as often the next to be drawn, as any other.
func TestRedealUniform(t *testing.T) {
	const tries = 6000
	g := newGame(t, Paper())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(1, 1)
	g.Deal(s, src)
	// Seat 0 takes the top and throws a card, which seat 1 takes: one card of
	// seat 1 is known, and 13 of its 14 are not.
	top := s.Top()
	thrown := s.Hand(0).Once.First()
	for _, a := range []game.Action{DrawPile, DiscardOf(thrown), DrawPile} {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	var inHand, next [card.NumKinds]int
	for range tries {
		c.CopyFrom(s)
		c.Redeal(0, src)
		if !c.Hand(1).Has(thrown) || c.Hand(1).Has(top) || c.drawn != thrown {
			t.Fatalf("known cards move: seat 1 holds %v", c.Hand(1))
		}
		for k := range c.Hand(1).Without(thrown).Each() {
			inHand[k.Index()]++
		}
		next[c.deck[c.head].Index()]++
	}
	var unseen card.Bag
	for _, k := range s.AppendStock(s.Hand(1).Without(thrown).Append(nil)) {
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
					t.Fatalf("%v is seen elsewhere and dealt", card.FromIndex(k))
				}
				continue
			}
			want := tries * places * copies / 39
			x += (float64(counts[k]) - want) * (float64(counts[k]) - want) / want
		}
		return x
	}
	// About 38 degrees of freedom; 13 of 39 places drawn without return have
	// less variance. 84 has probability .00003.
	if x := chi(inHand, 13); x > 84 {
		t.Errorf("the hand is not uniform: chi-square %.1f", x)
	}
	if x := chi(next, 1); x > 84 || math.IsNaN(x) {
		t.Errorf("the next card is not uniform: chi-square %.1f", x)
	}
}

// TestRedealDrawn hides the card that the other player has just drawn.
func TestRedealDrawn(t *testing.T) {
	g := newGame(t, Paper())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(2, 1)
	g.Deal(s, src)
	if err := s.Apply(DrawStock); err != nil {
		t.Fatal(err)
	}
	drawn := map[card.Card]int{}
	for range 2000 {
		c.CopyFrom(s)
		c.Redeal(1, src)
		if err := c.check(); err != nil {
			t.Fatal(err)
		}
		drawn[c.drawn]++
	}
	if len(drawn) < 35 { // of 39 unseen cards, two of them printed jokers or the wildcard's like
		t.Errorf("the card drawn is one of %d, want nearly all unseen ones", len(drawn))
	}
	c.CopyFrom(s)
	if c.Redeal(0, src); c.drawn != s.drawn || c.Hand(0) != s.Hand(0) {
		t.Errorf("a redeal for the player itself changes its draw")
	}
}

// TestKnownAfterReshuffle follows what each of two players knows of the other's
// hand: all of it once the pile has become the closed deck, since everything else
// lies in the pile or in the own hand.
func TestKnownAfterReshuffle(t *testing.T) {
	g := newGame(t, Paper())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(3, 1)
	g.Deal(s, src)
	for s.reshuffles == 0 {
		if err := s.Apply(DrawStock); err != nil {
			t.Fatal(err)
		}
		if s.reshuffles == 0 {
			if err := s.Apply(DiscardOf(s.drawn)); err != nil {
				t.Fatal(err)
			}
		}
	}
	me, other := s.mover, 1-s.mover
	var o Observation
	s.Observe(me, &o)
	if o.Known[other] != s.Hand(other) || o.Known[me] != s.Hand(me).Without(s.drawn) {
		t.Errorf("known are %v of %v, and %v of %v without %v", o.Known[other], s.Hand(other), o.Known[me], s.Hand(me), s.drawn)
	}
	c.CopyFrom(s)
	if c.Redeal(me, src); c.Hand(other) != s.Hand(other) {
		t.Errorf("a redeal changes a hand that is known wholly")
	}
	// What is drawn later is hidden again, what is thrown is no longer held.
	if err := s.Apply(DiscardOf(s.drawn)); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(DrawStock); err != nil {
		t.Fatal(err)
	}
	old := s.Hand(other).Minus(card.BagOf(s.drawn)).Append(nil)[0]
	if err := s.Apply(DiscardOf(old)); err != nil {
		t.Fatal(err)
	}
	s.Observe(me, &o)
	if o.Known[other].Count() != 12 || o.Known[other].Has(old) {
		t.Errorf("after a hidden draw and the discard of %v, known are %v", old, o.Known[other])
	}

	// With three players nothing but the cards taken is known.
	g = newGame(t, Club(3))
	s = g.NewTable()
	g.Deal(s, src)
	for s.reshuffles == 0 {
		if err := s.Apply(DrawStock); err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(DiscardOf(s.drawn)); err != nil {
			t.Fatal(err)
		}
	}
	if s.known != [game.MaxPlayers]card.Bag{} {
		t.Errorf("known are %v at a table of three, where nobody took a card", s.known)
	}
}

// TestRedealKey hides the order of later reshuffles.
func TestRedealKey(t *testing.T) {
	g := newGame(t, Paper())
	s, c := g.NewTable(), g.NewTable()
	g.Deal(s, rand.NewPCG(4, 1))
	orders := map[card.Card]bool{}
	for i := range uint64(20) {
		c.CopyFrom(s)
		c.Redeal(0, rand.NewPCG(i, 2))
		copy(c.deck[:], s.deck[:]) // the same cards, so that only the key tells
		c.hands = s.hands
		for c.reshuffles == 0 {
			if err := c.Apply(DrawStock); err != nil {
				t.Fatal(err)
			}
			if err := c.Apply(DiscardOf(c.Hand(c.mover).Append(nil)[0])); err != nil {
				t.Fatal(err)
			}
		}
		orders[c.deck[c.head]] = true
	}
	if len(orders) < 5 {
		t.Errorf("20 redeals lead to %d orders after the reshuffle", len(orders))
	}
}
