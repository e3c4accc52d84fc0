package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
)

func TestOrder(t *testing.T) {
	o, _ := position{hand: near, wild: "7", drawn: "3D"}.observe(t)
	var h order
	want := func(why, text string) {
		t.Helper()
		if got := card.Format(h.cards[:h.count]); got != text {
			t.Errorf("%s: %s, want %s", why, got, text)
		}
	}
	h.follow(o)
	want("at first the hand as shown, then the drawn card", "2C 3C 4C QC 8D 9D TD KD 5H 6H AS 2S KS 3D")
	h.remove(cardtest.Card(t, "4C"))
	o.Drawn = cardtest.Card(t, "AC")
	o.Hand = o.Hand.Without(cardtest.Card(t, "4C")).With(o.Drawn)
	h.follow(o)
	want("the next drawn card is last", "2C 3C QC 8D 9D TD KD 5H 6H AS 2S KS 3D AC")
	if got := h.oldest(kindsOf(bag(t, "AC QC KS"))); got != cardtest.Card(t, "QC") {
		t.Errorf("oldest of AC QC KS is %v, want QC", got)
	}
	if got := h.oldest(kindsOf(bag(t, "JK"))); got != card.None {
		t.Errorf("oldest of a card that is not in the hand is %v, want card.None", got)
	}
	p, _ := position{hand: far, wild: "3", drawn: "KC"}.observe(t)
	h.follow(p)
	want("another hand starts anew", "AC 4C 8C QC 2D 6D TD 5H 9H KH 7S JS QS KC")
}

func TestOrderOfCopies(t *testing.T) {
	o, _ := position{hand: "4C 4C 6C 9C 9D 9H 2D KD JH 2H 7S TS AC", drawn: "6C"}.observe(t)
	var h order
	h.follow(o)
	h.remove(cardtest.Card(t, "6C"))
	if got, want := card.Format(h.cards[:h.count]), "AC 4C 4C 9C 2D 9D KD 2H 9H JH 7S TS 6C"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
