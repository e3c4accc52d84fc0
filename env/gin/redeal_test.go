package gin

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
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
