package gin

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
)

// chiSquare returns the chi-square statistic of the counts of the given cards against
// equal shares of the total n.
func chiSquare(counts *[card.NumKinds]int, cards card.Cards, n int) (x float64) {
	want := float64(n) / float64(cards.Count())
	for c := range cards.Each() {
		d := float64(counts[c.Index()]) - want
		x += d * d / want
	}
	return x
}

// TestRedealUniform counts the places of the hidden cards: all must be equally often in
// the opponent's hand, the card just drawn, and the next card.
func TestRedealUniform(t *testing.T) {
	const tries = 8000
	g := newGame(t, OpenSpiel())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(1, 1)
	g.Deal(s, src)
	// Seat 0 takes the upcard and discards one, which seat 1 takes and keeps;
	// then seat 0 draws, and seat 1 draws from the stock: one of its eleven cards
	// is known.
	top := s.Upcard()
	discarded := s.Hand(0).First()
	mustApply(t, s, DrawUpcard, CardOf(discarded), DrawUpcard)
	mustApply(t, s, CardOf(s.Hand(1).Without(discarded).First()), DrawStock)
	mustApply(t, s, CardOf(s.Hand(0).Without(top).First()), DrawStock)
	var inHand, drawn, next [card.NumKinds]int
	hidden := s.Hand(1).Without(discarded)
	for _, k := range s.AppendStock(nil) {
		hidden = hidden.With(k)
	}
	if hidden.Count() != 39 {
		t.Fatalf("%d cards are hidden, want 39", hidden.Count())
	}
	for range tries {
		c.CopyFrom(s)
		c.Redeal(0, src)
		if !c.Hand(1).Has(discarded) || c.Hand(0) != s.Hand(0) || !c.Hand(1).Has(c.drawn) || c.drawn == discarded {
			t.Fatalf("known cards have moved: seat 1 holds %v and drew %v", c.Hand(1), c.drawn)
		}
		for k := range c.Hand(1).Without(discarded).Each() {
			inHand[k.Index()]++
		}
		drawn[c.drawn.Index()]++
		next[c.AppendStock(nil)[0].Index()]++
	}
	// 38 degrees of freedom; cards drawn without replacement vary less. A value above
	// 84 has probability .00003.
	for name, x := range map[string]float64{
		"hand":            chiSquare(&inHand, hidden, 10*tries),
		"card just drawn": chiSquare(&drawn, hidden, tries),
		"next card":       chiSquare(&next, hidden, tries),
	} {
		if x > 84 || x < 8 {
			t.Errorf("the %s is not uniform: chi-square %.1f", name, x)
		}
	}
}

// TestRedealKnockOrPass checks that the opponent can still knock after a redeal in its
// phase KnockOrPass.
func TestRedealKnockOrPass(t *testing.T) {
	g := newGame(t, EAAI())
	s, c, src := g.NewMatch(), g.NewMatch(), rand.NewPCG(2, 1)
	for s.Phase() != KnockOrPass {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
		}
		randomPlay(g, s, src, 1)
	}
	me := 1 - s.mover
	hands := map[card.Cards]bool{}
	for range 100 {
		c.CopyFrom(s)
		if c.Redeal(me, src); !c.canKnock(c.hands[s.mover]) {
			t.Fatalf("the player who may knock holds %v", c.hands[s.mover])
		}
		hands[c.hands[s.mover]] = true
		c.CopyFrom(s)
		c.Redeal(s.mover, src)
		if c.hands[s.mover] != s.hands[s.mover] {
			t.Fatal("a redeal changes the observer's hand")
		}
	}
	if len(hands) < 50 {
		t.Errorf("100 redeals give %d hands", len(hands))
	}
}

// TestRedealKey checks that the later hands of a match change.
func TestRedealKey(t *testing.T) {
	r := EAAI()
	r.MaxTurns = 1
	g := newGame(t, r)
	s, c := g.NewMatch(), g.NewMatch()
	g.Deal(s, rand.NewPCG(4, 1))
	firsts := map[card.Cards]bool{}
	for i := range uint64(20) {
		c.CopyFrom(s)
		c.Redeal(0, rand.NewPCG(i, 2))
		mustApply(t, c, Pass, Pass, DrawStock)
		mustApply(t, c, CardOf(c.drawn))
		if c.number != 2 {
			t.Fatalf("after a hand of one turn the hand number is %d", c.number)
		}
		firsts[c.Hand(0)] = true
	}
	if len(firsts) != 20 {
		t.Errorf("20 redeals lead to %d different second hands", len(firsts))
	}
}

// TestRedealShown checks that a redeal keeps a hand that a knock has shown.
func TestRedealShown(t *testing.T) {
	g := newGame(t, OpenSpiel())
	s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(3, 1)
	for s.Phase() != KnockDiscard {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
		}
		randomPlay(g, s, src, 1)
	}
	k := s.mover
	c.CopyFrom(s)
	c.Redeal(1-k, src)
	if c.hands != s.hands || c.drawn != s.drawn || s.Hides(1-k) || !s.Hides(k) {
		t.Errorf("a redeal changes the hand that was shown: %v, drawn %v, want %v, %v", c.hands, c.drawn, s.hands, s.drawn)
	}
	if c.Redeal(k, src); c.hands[1-k] == s.hands[1-k] {
		t.Error("a redeal for the knocker does not change the opponent's hand")
	}
}
